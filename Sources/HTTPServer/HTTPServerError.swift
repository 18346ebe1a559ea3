#if canImport(Glibc)
  import Glibc
#endif

/// Why a server cannot start.
public struct HTTPServerError: Error, Equatable, CustomStringConvertible {
  public enum Code: String, Sendable {
    case addressInUse, addressNotAvailable, permissionDenied, outOfDescriptors, listenFailed
    case startFailed
    /// A certificate or key that is none, or that is not the other's.
    case badTLSIdentity
  }

  public let code: Code
  /// Where it was to listen, of the codes that are about that.
  public let address: ListenAddress?

  /// Another process may let go of the address or of its descriptors.
  public var isRetryable: Bool { code == .addressInUse || code == .outOfDescriptors }

  public var description: String {
    switch code {
    case .addressInUse: "the address to listen on\(place) is in use"
    case .addressNotAvailable: "the address to listen on\(place) is not one of this host's"
    case .permissionDenied: "the address to listen on\(place) is not permitted"
    case .outOfDescriptors: "out of file descriptors"
    case .listenFailed: "the kernel refused to listen"
    case .startFailed: "the HTTP library did not start"
    case .badTLSIdentity:
      "the TLS certificate or its key cannot be understood as PEM, or they do not belong together"
    }
  }

  private var place: String { address.map { ", \($0)," } ?? "" }

  init(_ code: Code, _ address: ListenAddress? = nil) {
    self.code = code
    self.address = address
  }

  init(errno number: Int32, _ address: ListenAddress? = nil) {
    switch number {
    case EADDRINUSE: self.init(.addressInUse, address)
    case EADDRNOTAVAIL: self.init(.addressNotAvailable, address)
    case EACCES, EPERM: self.init(.permissionDenied, address)
    case EMFILE, ENFILE: self.init(.outOfDescriptors)
    default: self.init(.listenFailed)
    }
  }
}
