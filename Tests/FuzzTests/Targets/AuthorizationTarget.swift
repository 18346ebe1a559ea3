import Encodings
import Licensing
import ServiceAPI

extension FuzzTarget {
  /// The value of an `Authorization` header.
  static let authorization = FuzzTarget(
    name: "authorization",
    seeds: [
      header(id: "app_aaaaaaaaaaaaa", ts: 1_800_000_000, nonce: String(repeating: "n", count: 16)),
      header(
        id: "cst_" + String(repeating: "a", count: 32), ts: 0,
        nonce: String(repeating: "-", count: 64)),
      "bearer \t csk_" + String(repeating: "A", count: 43), "Basic eDp5", "Countersign id=,ts=01",
    ].map { Array($0.utf8) },
    check: checkAuthorization)

  private static func checkAuthorization(_ input: [UInt8]) throws {
    _ = BearerCredential(String(validating: input, as: UTF8.self))
    guard case .signed(let signature) = Authorization.parse(input) else { return }
    try hold((0...999_999_999_999).contains(signature.ts), "ts has 1 to 12 digits")
    try hold(Authorization.isNonce(signature.nonce), "a nonce is of the nonce's form")
    guard let id = text(of: signature.signer), let tag = signature.tag else { return }
    let written = header(id: id, ts: signature.ts, nonce: signature.nonce, tag: tag)
    try hold(
      Authorization.parse(written) == .signed(signature), "what was read reads the same written")
  }

  private static func header(
    id: String, ts: Int64, nonce: String, tag: [UInt8] = [UInt8](repeating: 7, count: 32)
  ) -> String {
    "Countersign id=\(id), ts=\(ts), nonce=\(nonce), sig=\(Base64URL.encode(tag))"
  }

  private static func text(of signer: SignerID) -> String? {
    switch signer {
    case .app(let id): id.description
    case .token(let id): id.text
    case .appUnknown, .tokenMalformed: nil
    }
  }
}
