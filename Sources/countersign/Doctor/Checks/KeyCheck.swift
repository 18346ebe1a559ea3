import Instants

/// Whether the key files can be used, and fit the set that clients trust.
enum KeyCheck {
  /// Clients refuse the set past its end; a month is time to notice.
  static let setWarningSeconds: Int64 = 30 * 86_400

  static func findings(_ facts: KeyFacts, now: Timestamp) -> [Finding] {
    [
      numbered("keys.master", facts.master, "master"),
      numbered("keys.token", facts.token, "token"),
      signing(facts.signing),
      set(facts, now: now),
      root(facts.root),
    ].compactMap { $0 }
  }

  private static func numbered(
    _ check: String, _ reading: KeyFacts.Reading<KeyFacts.Numbered>, _ kind: String
  ) -> Finding? {
    switch reading {
    case nil: nil
    case .failure(let fault): unusable(check, fault)
    case .success(let keys):
      .ok(check, "\(kind) key \(list(keys.numbers)); number \(keys.numbers.first ?? 0) makes")
    }
  }

  private static func signing(_ reading: KeyFacts.Reading<String>) -> Finding? {
    switch reading {
    case nil: nil
    case .failure(let fault): unusable("keys.signing", fault)
    case .success: .ok("keys.signing", "an Ed25519 key")
    }
  }

  private static func set(_ facts: KeyFacts, now: Timestamp) -> Finding? {
    let check = "keys.set"
    switch facts.set {
    case nil: return nil
    case .failure(let fault): return unusable(check, fault)
    case .success(let set):
      if set.expiresAt <= now {
        return .fault(
          check, "the key set ended at \(set.expiresAt.rfc3339): clients refuse it",
          do: "sign it anew by countersign keys, where the root key is")
      }
      if case .success(let key) = facts.signing, let fault = misfit(key, set, now) { return fault }
      if set.expiresAt - now < setWarningSeconds {
        return .warning(
          check, "the key set ends at \(set.expiresAt.rfc3339)",
          do: "sign it anew by countersign keys, where the root key is")
      }
      return .ok(check, "\(set.useFrom.count) keys, to \(set.expiresAt.rfc3339)")
    }
  }

  private static func root(_ reading: KeyFacts.Reading<KeyFacts.Root>) -> Finding? {
    let check = "keys.root"
    switch reading {
    case nil: return nil
    case .failure(let fault): return unusable(check, fault)
    case .success(.away): return .ok(check, "root.pem is off the host, where it belongs")
    case .success(.signedTheSet):
      return .ok(check, "root.pem signed the key set; it belongs off the host until it signs again")
    case .success(.isAnother):
      return .fault(
        check, "root.pem is not the key that signed the key set",
        do: "move it away, and bring the one whose public half apps compiled in")
    }
  }

  private static func misfit(
    _ key: String, _ set: KeyFacts.PublicSet, _ now: Timestamp
  ) -> Finding? {
    guard let useFrom = set.useFrom[key] else {
      return .fault(
        "keys.set", "the signing key is not in the key set: clients refuse what it signs",
        do: "countersign keys puts it there, where the root key is")
    }
    guard useFrom > now else { return nil }
    return .fault(
      "keys.set", "the signing key counts from \(useFrom.rfc3339) on only",
      do: "sign with the key before it until then")
  }

  private static func unusable(_ check: String, _ fault: KeyFacts.Unreadable) -> Finding {
    .fault(check, fault.reason, do: "restore the file from your backup")
  }

  private static func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: " and ")
  }
}
