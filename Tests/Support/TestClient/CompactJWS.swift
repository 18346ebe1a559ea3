/// The three parts of a compact JWS, decoded and not yet believed.
public struct CompactJWS: Sendable {
  public let header: Json
  public let payload: Json
  public let signedBytes: [UInt8]
  public let signature: [UInt8]

  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = Self.json(parts[0]), let payload = Self.json(parts[1]),
      let signature = Base64URL.bytes(parts[2])
    else { return nil }
    self.header = header
    self.payload = payload
    self.signature = signature
    signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
  }

  public func isSigned(by publicKey: [UInt8]) -> Bool {
    TestCrypto.isValid(signature: signature, of: signedBytes, by: publicKey)
  }

  public static func make(header: Json, payload: Json, seed: [UInt8]) -> String {
    let signed = Base64URL.text(header.bytes) + "." + Base64URL.text(payload.bytes)
    return signed + "." + Base64URL.text(TestCrypto.sign(Array(signed.utf8), seed: seed))
  }

  private static func json(_ part: String) -> Json? {
    Base64URL.bytes(part).flatMap { try? JsonReader.read($0) }
  }
}
