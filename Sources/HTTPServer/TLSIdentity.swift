import CMicrohttpd

/// Who the server is to clients that come by TLS: a chain of certificates, its own first, and the
/// private key of that one, both PEM. It prints without either.
public struct TLSIdentity: Sendable, CustomStringConvertible, CustomReflectable {
  private let certificate: [CChar]
  private let key: [CChar]

  /// Throws where either cannot be read, or where they do not belong together.
  public init(certificatePEM: [UInt8], keyPEM: [UInt8]) throws(HTTPServerError) {
    guard !certificatePEM.contains(0), !keyPEM.contains(0) else {
      throw HTTPServerError(.badTLSIdentity)
    }
    certificate = certificatePEM.map(CChar.init(bitPattern:)) + [0]
    key = keyPEM.map(CChar.init(bitPattern:)) + [0]
    guard withPointers({ countersign_mhd_takes_tls($0) }) != 0 else {
      throw HTTPServerError(.badTLSIdentity)
    }
  }

  public var description: String { "<TLS identity>" }

  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Lends both for the time of the call.
  func withPointers<Result>(_ body: (countersign_mhd_tls) -> Result) -> Result {
    certificate.withUnsafeBufferPointer { certificate in
      key.withUnsafeBufferPointer { key in
        body(countersign_mhd_tls(certificate: certificate.baseAddress, key: key.baseAddress))
      }
    }
  }
}
