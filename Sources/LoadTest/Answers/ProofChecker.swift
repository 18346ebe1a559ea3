import Cryptography
import Encodings
import JSON

/// Checks proofs as a client must (docs/http-api.md, "Checking a credential"). For one thread.
struct ProofChecker {
  static let type = "countersign+jwt"
  /// As far as the clocks of two machines may be apart.
  static let clockToleranceSeconds: Int64 = 300

  private let keys: KeyRing
  private var roots: RootMemory
  private(set) var tally = CheckTally()

  init(_ keys: KeyRing, roots: RootMemory = RootMemory()) {
    self.keys = keys
    self.roots = roots
  }

  /// Checks the credential of an answer that says yes.
  mutating func check(_ body: [UInt8], _ expected: Expectation) throws(ProofFlaw) {
    tally.done += 1
    do throws(ProofFlaw) {
      guard let answer = (try? JSON.parse(body))?.object else { throw .notJSON }
      let payload = try payload(answer["credential"])
      guard let claims = (try? JSON.parse(payload))?.object else { throw .claims }
      try Self.compare(claims, expected, code: answer["code"]?.string ?? "VALID")
    } catch {
      tally.failed += 1
      throw error
    }
  }

  private mutating func payload(_ proof: JSONValue?) throws(ProofFlaw) -> [UInt8] {
    switch proof {
    case .string(let text): return try payload(compact: text)
    case .object(let object): return try payload(batch: BatchProof(object))
    case nil, .null: throw .missing
    default: throw .form
    }
  }

  private mutating func payload(compact: String) throws(ProofFlaw) -> [UInt8] {
    tally.jws += 1
    let text = Array(compact.utf8)
    guard let dot = text.firstIndex(of: UInt8(ascii: ".")),
      let header = Base64URL.decode(text[..<dot])
    else { throw .form }
    guard let key = keys.keys.first(where: { $0.header == header }) else { throw .header }
    tally.signatures += 1
    guard let content = JWS.open(compact, key: key.key) else { throw .signature }
    return content.payload
  }

  private mutating func payload(batch proof: BatchProof) throws(ProofFlaw) -> [UInt8] {
    tally.batch += 1
    guard let key = keys.key(id: proof.keyID) else { throw .unknownKey }
    let signed = try proof.signedBytes()
    let entry = RootMemory.Entry(
      keyID: proof.keyID, signedBytes: signed, signature: proof.signature)
    if roots.contains(entry) { return proof.claims }
    tally.signatures += 1
    guard key.key.isValid(signature: proof.signature, for: signed) else { throw .signature }
    roots.insert(entry)
    return proof.claims
  }

  private static func compare(
    _ claims: JSONObject, _ expected: Expectation, code: String
  ) throws(ProofFlaw) {
    if claims["aud"]?.string != expected.appID { throw .audience }
    if claims["device"]?.string != expected.deviceID { throw .device }
    if claims["nonce"]?.string != expected.nonce { throw .nonce }
    if claims["code"]?.string != code { throw .verdict }
    guard claims["iss"]?.string?.isEmpty == false, let issued = claims["iat"]?.int64,
      let end = claims["exp"]?.int64, issued <= end,
      abs(issued - expected.sentSeconds) <= clockToleranceSeconds
    else { throw .times }
  }
}
