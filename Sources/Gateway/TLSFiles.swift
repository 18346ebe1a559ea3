import HTTPServer
import ServiceKit

/// Where the certificate and the private key for clients lie.
public struct TLSFiles: Sendable, Hashable {
  /// A chain of a few certificates.
  private static let certificateBytes = 64 * 1024

  public let certificate: String
  /// Of mode 0600.
  public let key: String

  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  func read() throws(TLSFileFault) -> TLSIdentity {
    let chain: [UInt8]
    let secret: [UInt8]
    do {
      chain = try FileContents.read(certificate, limitBytes: Self.certificateBytes)
      secret = try SecretFile(path: key).read()
    } catch {
      throw .file(error)
    }
    do {
      return try TLSIdentity(certificatePEM: chain, keyPEM: secret)
    } catch {
      throw .pair(certificate: certificate, key: key, error)
    }
  }
}
