import Cryptography
import Encodings
import Instants
import LicenseStore
import ServiceKit

/// Reads the key files, and keeps numbers and public halves of them.
struct KeyLook {
  let settings: DoctorSettings
  /// `nil`: the settings are not of a home, and the root key is not looked for.
  let rootFile: String?

  func facts() -> KeyFacts {
    var facts = KeyFacts()
    facts.master = reading("COUNTERSIGN_MASTER_KEY_FILE", Self.numbered)
    facts.token = reading("COUNTERSIGN_TOKEN_KEY_FILE", Self.numbered)
    facts.signing = reading("COUNTERSIGN_SIGNING_KEY_FILE", Self.publicHalf)
    facts.set = reading("COUNTERSIGN_KEY_SET_FILE", publicSet)
    facts.root = root
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

  private func publicSet(
    _ text: SecretText, _ path: String
  ) -> Result<KeyFacts.PublicSet, KeyFacts.Unreadable> {
    let named = settings["COUNTERSIGN_ROOT_KEY"]
    let root = named.flatMap { Base64URL.decode($0.utf8) }.flatMap {
      try? Ed25519PublicKey(raw: $0)
    }
    if named != nil && root == nil {
      return .failure(KeyFacts.Unreadable(reason: "COUNTERSIGN_ROOT_KEY is no public key"))
    }
    guard let set = KeySet(document: Array(text.value.utf8), root: root),
      let end = set.expiresAt
    else {
      let owner = root == nil ? "" : " that the root key signed"
      return .failure(KeyFacts.Unreadable(reason: "\(path) holds no key set\(owner)"))
    }
    let pairs = set.entries.map { (Base64URL.encode($0.x), $0.useFrom) }
    return .success(
      KeyFacts.PublicSet(useFrom: Dictionary(pairs) { first, _ in first }, expiresAt: end))
  }

  private var root: KeyFacts.Reading<KeyFacts.Root> {
    guard let rootFile else { return nil }
    if !Files.exists(rootFile) { return .success(.away) }
    guard let pem = Self.contents(rootFile), let path = settings["COUNTERSIGN_KEY_SET_FILE"],
      let set = Self.contents(path)
    else { return nil }
    guard let key = try? Ed25519PrivateKey(pem: Array(pem.value.utf8)) else {
      return .failure(KeyFacts.Unreadable(reason: "\(rootFile) holds no Ed25519 key in PEM"))
    }
    let signed = KeySet(document: Array(set.value.utf8), root: key.publicKey) != nil
    return .success(signed ? .signedTheSet : .isAnother)
  }
}
