import Cryptography
import Encodings
import Instants
import JSON
import LicenseStore
import ServiceKit

/// Reads the key files, and keeps numbers and public halves of them.
struct KeyLook {
  let settings: DoctorSettings

  func facts() -> KeyFacts {
    var facts = KeyFacts()
    facts.master = reading("COUNTERSIGN_MASTER_KEY_FILE", Self.numbered)
    facts.token = reading("COUNTERSIGN_TOKEN_KEY_FILE", Self.numbered)
    facts.signing = reading("COUNTERSIGN_SIGNING_KEY_FILE", Self.publicHalf)
    let root = settings["COUNTERSIGN_ROOT_KEY"].flatMap { Base64URL.decode($0.utf8) }
    facts.set = reading("COUNTERSIGN_KEY_SET_FILE") { text, path in
      Self.publicSet(text, path, root: root)
    }
    return facts
  }

  /// The master keys themselves, for the look into the database; nothing of them is kept.
  var masterKeys: MasterKeys? {
    settings["COUNTERSIGN_MASTER_KEY_FILE"].flatMap(Self.contents)
      .flatMap { try? MasterKeys(fileText: $0.value) }
  }

  private func reading<Value>(
    _ setting: String,
    _ read: (SecretText, String) -> Result<Value, KeyFacts.Unreadable>
  ) -> KeyFacts.Reading<Value> {
    guard let path = settings[setting], let text = Self.contents(path) else { return nil }
    return read(text, path)
  }

  /// Open to others or not: that is another check's matter.
  private static func contents(_ path: String) -> SecretText? {
    guard let bytes = try? FileContents.read(path, limitBytes: SecretFile.limitBytes) else {
      return nil
    }
    return SecretText(String(decoding: bytes, as: UTF8.self))
  }

  private static func numbered(
    _ text: SecretText, _ path: String
  ) -> Result<KeyFacts.Numbered, KeyFacts.Unreadable> {
    do throws(SecretKeyFault) {
      let keys = try SecretKeyFile.parse(text.value)
      return .success(KeyFacts.Numbered(numbers: keys.map { Int($0.number) }))
    } catch {
      return .failure(KeyFacts.Unreadable(reason: "\(path): \(error)"))
    }
  }

  private static func publicHalf(
    _ text: SecretText, _ path: String
  ) -> Result<String, KeyFacts.Unreadable> {
    guard let key = try? Ed25519PrivateKey(pem: Array(text.value.utf8)) else {
      return .failure(KeyFacts.Unreadable(reason: "\(path) holds no Ed25519 key in PEM"))
    }
    return .success(Base64URL.encode(key.publicKey.raw))
  }

  /// - Parameter root: the root key's public half; without it the signature is not checked.
  static func publicSet(
    _ text: SecretText, _ path: String, root: [UInt8]?
  ) -> Result<KeyFacts.PublicSet, KeyFacts.Unreadable> {
    guard let signed = (try? JSON.parse(Array(text.value.utf8)))?["signed"]?.string,
      let payload = payload(signed, root), let claims = try? JSON.parse(payload),
      let end = claims["exp"]?.int64, let keys = claims["keys"]?.array
    else {
      let owner = root == nil ? "" : " that the root key signed"
      return .failure(KeyFacts.Unreadable(reason: "\(path) holds no key set\(owner)"))
    }
    let pairs = keys.compactMap { key -> (String, Timestamp)? in
      guard let x = key["x"]?.string, let from = key["use_from"]?.int64 else { return nil }
      return (x, Timestamp(secondsSinceEpoch: from))
    }
    return .success(
      KeyFacts.PublicSet(
        useFrom: Dictionary(pairs) { first, _ in first },
        expiresAt: Timestamp(secondsSinceEpoch: end)))
  }

  private static func payload(_ signed: String, _ root: [UInt8]?) -> [UInt8]? {
    if let root {
      guard let key = try? Ed25519PublicKey(raw: root) else { return nil }
      return JWS.verify(signed, key: key, type: KeySet.type)
    }
    let parts = signed.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 ? Base64URL.decode(parts[1].utf8) : nil
  }
}
