import Instants
import LicenseStore

/// What a person does after each step of a rotation. Names no secret.
enum RotationAdvice {
  static func added(_ kind: KeyKind, number: UInt8, file: String) -> [String] {
    [
      "added \(kind.rawValue) key \(number) to \(file); it makes nothing yet",
      "next: back the file up, bring it to every host that has it, and restart all of "
        + "\(kind.readers)",
      "then: countersign keys rotate \(kind.rawValue) --use",
    ]
  }

  static func used(_ kind: KeyKind, number: UInt8, old: UInt8, file: String) -> [String] {
    [
      "\(kind.rawValue) key \(number) makes, for each process from its next start on",
      "next: bring \(file) to every host that has it, and restart all of \(kind.readers)",
      "then: countersign keys retire \(kind.rawValue); \(end(kind, old))",
    ]
  }

  private static func end(_ kind: KeyKind, _ old: UInt8) -> String {
    kind == .master
      ? "it seals everything anew that key \(old) sealed, and removes that key"
      : "it removes key \(old) once no live token is by it"
  }

  static func retired(
    _ kind: KeyKind, number: UInt8, file: String, past: String
  ) -> [String] {
    [
      "moved \(kind.rawValue) key \(number) from \(file) to \(past), which no service reads",
      "next: bring the file to every host that has it, and restart all of \(kind.readers): until "
        + "then they know the old key",
    ]
  }

  /// What a change of master keys did and what it left.
  static func sealedAnew(_ result: MasterKeyChange.Result) -> [String] {
    var lines = ["sealed \(result.licenses) licences and \(result.apps) apps anew"]
    if result.tampered > 0 {
      lines.append(
        "\(result.tampered) licences were left as they are, for they are not as the service wrote "
          + "them: they stay refused until countersign license reseal")
    }
    if !result.unopenableApps.isEmpty {
      let shown = result.unopenableApps.prefix(unopenableLimit).map(\.description)
      let rest = result.unopenableApps.count > unopenableLimit ? ", …" : ""
      lines.append(
        "the client keys of \(result.unopenableApps.count) apps cannot be opened by any master key: "
          + "turn each app's key (POST /admin/v1/apps/ID/rotate-key): "
          + shown.joined(separator: ", ") + rest)
    }
    return lines
  }

  /// Apps that are named.
  private static let unopenableLimit = 20

  static func signingAdded(
    isNew: Bool, file: String, useFrom: Timestamp, set: String
  ) -> [String] {
    [
      "\(isNew ? "made a new signing key" : "took up the signing key that waits"), \(file); "
        + "\(set) shows it to clients, to be used from \(useFrom.rfc3339) on",
      "next: bring \(set) to every gateway, which reads it by itself; put root.pem off the host again",
      "then, after \(useFrom.rfc3339): countersign keys rotate signing --use",
    ]
  }

  static func signingUsed(file: String, knowsGrace: Bool) -> [String] {
    let unknown =
      "the database did not tell how long credentials live: the old public half stays for "
      + "\(PastKeys.longestGraceSeconds / 86_400) days, the longest that there can be"
    return (knowsGrace ? [] : [unknown]) + [
      "\(file) is the new signing key; the old one is gone, its public half stays in the key set",
      "next: bring \(file) to every host that has it, and restart all of \(KeyKind.signing.readers)",
      "then: countersign keys retire signing, once no credential of the old key can be alive; it "
        + "says when",
    ]
  }

  static func signingRetired(count: Int, set: String) -> [String] {
    [
      "took \(count) public keys out of \(set)",
      "next: bring \(set) to every gateway, which reads it by itself; put root.pem off the host again",
    ]
  }
}
