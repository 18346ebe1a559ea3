import Foundation

/// A folder of mode 0700 with certificates that sign themselves, made by openssl.
public final class TLSFixture {
  public struct Failed: Error {
    public let text: String
  }

  public let folder: String

  public init() throws {
    folder = "/tmp/cs-tls-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  public func certificate(_ name: String) -> String { "\(folder)/\(name).pem" }
  public func key(_ name: String) -> String { "\(folder)/\(name).key" }

  /// A pair for `127.0.0.1` under that name; replaces one that is there.
  public func make(_ name: String) throws {
    let made = try Program(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-days",
        "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
        key(name), "-out", certificate(name),
      ]
    ).end()
    guard made.status == 0 else { throw Failed(text: made.text) }
    try close(key(name))
  }

  /// Puts the pair `source` where the pair `name` is.
  public func replace(_ name: String, by source: String) throws {
    for (from, to) in [
      (certificate(source), certificate(name)), (key(source), key(name)),
    ] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: from))
      try bytes.write(to: URL(fileURLWithPath: to), options: .atomic)
      try close(to)
    }
  }

  private func close(_ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  /// A client that speaks TLS and passes on what is written to it, byte for byte.
  public func client(port: UInt16, trusting name: String, _ options: [String] = []) throws
    -> Program
  {
    try Program(
      "/usr/bin/openssl",
      [
        "s_client", "-connect", "127.0.0.1:\(port)", "-quiet", "-no_ign_eof", "-verify_ip",
        "127.0.0.1", "-verify_return_error", "-CAfile", certificate(name),
      ] + options)
  }
}
