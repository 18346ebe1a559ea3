import CZeroMQ
import Glibc

/// A call of libzmq that failed; never a full or unreachable peer, those are `SendOutcome`s.
public struct ZeroMQError: Error, Hashable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// The endpoint's text is none, names an unknown transport or is too long (`ipc://` 107 bytes).
    case badEndpoint
    /// Another process listens there.
    case addressInUse
    /// The file or network refuses: no such directory, no permission, no such interface.
    case addressUnavailable
    /// Too many sockets or descriptors, or no memory.
    case exhausted
    /// A CURVE server in a context without an `Authenticator`.
    case noAuthenticator
    /// The context is ending.
    case ending
    case other
  }

  public let code: Code
  /// The function of libzmq, a constant of the program.
  public let call: String
  public let errorNumber: Int32

  public var isRetryable: Bool {
    switch code {
    case .addressInUse, .addressUnavailable, .exhausted: true
    case .badEndpoint, .noAuthenticator, .ending, .other: false
    }
  }

  public var description: String { "\(call) failed: \(code) (\(errorNumber))" }

  /// Made right after the failed call, on its thread.
  init(call: String) {
    self.init(call: call, errorNumber: zmq_errno())
  }

  init(call: String, errorNumber: Int32) {
    self.call = call
    self.errorNumber = errorNumber
    code = Self.code(errorNumber)
  }

  /// Nobody but an `Authenticator` could say who may come in.
  static let noAuthenticator = ZeroMQError(
    code: .noAuthenticator, call: "zmq_setsockopt", errorNumber: 0)

  private init(code: Code, call: String, errorNumber: Int32) {
    self.code = code
    self.call = call
    self.errorNumber = errorNumber
  }

  private static func code(_ errorNumber: Int32) -> Code {
    switch errorNumber {
    case EINVAL, EPROTONOSUPPORT, ENOCOMPATPROTO, ENAMETOOLONG: .badEndpoint
    case EADDRINUSE: .addressInUse
    case EADDRNOTAVAIL, ENODEV, EACCES, ENOENT, ENOTDIR: .addressUnavailable
    case EMFILE, ENFILE, ENOMEM, ENOBUFS: .exhausted
    case ETERM: .ending
    default: .other
    }
  }
}
