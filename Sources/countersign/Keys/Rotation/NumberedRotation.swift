import LicenseStore

/// How a token or master key is followed by another, in three steps: it is added and makes nothing
/// yet; it makes; the one before goes. Between the steps all processes are started anew, so that
/// none meets what it cannot check. Entries in, entries out.
enum NumberedRotation {
  /// Behind the greatest number, `later`.
  static func adding(
    _ secret: (UInt8) -> NumberedSecret, to entries: [SecretKeyFile.Entry]
  ) throws(CommandFault) -> [SecretKeyFile.Entry] {
    if let later = entries.first(where: \.isLater) {
      throw CommandFault("key \(later.key.number) was added already; go on with --use")
    }
    guard entries.count == 1, let number = entries.first?.key.number else {
      throw CommandFault("two keys are there already; countersign keys retire the older one first")
    }
    guard number < .max else {
      throw CommandFault("the numbers of keys end at \(UInt8.max)")
    }
    return entries + [SecretKeyFile.Entry(key: secret(number + 1), isLater: true)]
  }

  static func using(
    _ entries: [SecretKeyFile.Entry]
  ) throws(CommandFault) -> [SecretKeyFile.Entry] {
    guard entries.contains(where: \.isLater) else {
      throw CommandFault("no key waits to be used; countersign keys rotate adds one")
    }
    return entries.map { SecretKeyFile.Entry(key: $0.key, isLater: false) }
      .sorted { $0.key.number > $1.key.number }
  }

  /// The number of the key that may go: of two, the one that no longer makes.
  static func retirable(_ entries: [SecretKeyFile.Entry]) throws(CommandFault) -> UInt8 {
    if let later = entries.first(where: \.isLater) {
      throw CommandFault(
        "key \(later.key.number) makes nothing yet; countersign keys rotate … --use comes first")
    }
    guard entries.count == 2 else { throw CommandFault("there is one key only, and it is needed") }
    return entries[1].key.number
  }

  static func retiring(
    _ entries: [SecretKeyFile.Entry]
  ) throws(CommandFault) -> [SecretKeyFile.Entry] {
    let number = try retirable(entries)
    return entries.filter { $0.key.number != number }
  }
}
