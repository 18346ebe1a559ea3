#if canImport(Glibc)
  import Glibc
#endif

/// Why a server cannot start.
public struct HTTPServerError: Error, Equatable, CustomStringConvertible {
  public enum Code: String, Sendable {
    case addressInUse, addressNotAvailable, permissionDenied, outOfDescriptors, listenFailed
    case startFailed
  }

  public let code: Code

  /// Another process may let go of the address or of its descriptors.
  public var isRetryable: Bool { code == .addressInUse || code == .outOfDescriptors }

  public var description: String {
    switch code {
    case .addressInUse: "the address to listen on is in use"
    case .addressNotAvailable: "the address to listen on is not one of this host's"
    case .permissionDenied: "listening on this port is not permitted"
    case .outOfDescriptors: "out of file descriptors"
    case .listenFailed: "the kernel refused to listen"
    case .startFailed: "the HTTP library did not start"
    }
  }

  init(_ code: Code) { self.code = code }

  init(errno number: Int32) {
    switch number {
    case EADDRINUSE: self.init(.addressInUse)
    case EADDRNOTAVAIL: self.init(.addressNotAvailable)
    case EACCES, EPERM: self.init(.permissionDenied)
    case EMFILE, ENFILE: self.init(.outOfDescriptors)
    default: self.init(.listenFailed)
    }
  }
}
