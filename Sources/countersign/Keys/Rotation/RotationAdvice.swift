import Instants

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

  static func retired(_ kind: KeyKind, number: UInt8, file: String) -> [String] {
    [
      "removed \(kind.rawValue) key \(number) from \(file)",
      "next: bring the file to every host that has it, and restart all of \(kind.readers): until "
        + "then they know the old key",
    ]
  }

  static func signingAdded(useFrom: Timestamp, set: String) -> [String] {
    [
      "made a new signing key; \(set) shows it to clients, to be used from \(useFrom.rfc3339) on",
      "next: bring \(set) to every gateway, which reads it by itself; put root.pem off the host again",
      "then, after \(useFrom.rfc3339): countersign keys rotate signing --use",
    ]
  }

  static func signingUsed(file: String) -> [String] {
    [
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
