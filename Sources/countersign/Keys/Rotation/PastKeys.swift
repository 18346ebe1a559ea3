import Encodings
import Instants
import Licensing

/// Signing keys that no longer sign, since when, and how long credentials lived then: lines
/// `<public key> <unix seconds> [<seconds>]`.
struct PastKeys: Equatable {
  struct Entry: Equatable {
    /// 32 bytes.
    let x: [UInt8]
    let replacedAt: Timestamp
    /// The longest offline grace of all apps when the key was replaced; `nil`: not known.
    var graceSeconds: Int64?
  }

  /// For processes that are started anew a while after the key was replaced.
  static let restartSeconds: Int64 = 86_400
  /// No app may have a longer one.
  static let longestGraceSeconds = Int64(AppSettings.offlineGraceSecondsRange.upperBound)

  private(set) var entries: [Entry] = []

  init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// `nil` for a text of another form.
  init?(text: String) {
    for line in text.split(separator: "\n") {
      guard let entry = PastKeys.entry(line) else { return nil }
      entries.append(entry)
    }
  }

  private static func entry(_ line: Substring) -> Entry? {
    let words = line.split(separator: " ")
    guard (2...3).contains(words.count), let x = Base64URL.decode(words[0].utf8), x.count == 32,
      let seconds = Int64(words[1])
    else { return nil }
    var entry = Entry(x: x, replacedAt: Timestamp(secondsSinceEpoch: seconds))
    if words.count == 3 {
      guard let grace = Int64(words[2]), (0...longestGraceSeconds).contains(grace) else {
        return nil
      }
      entry.graceSeconds = grace
    }
    return entry
  }

  var text: String {
    entries.map { entry in
      let grace = entry.graceSeconds.map { " \($0)" } ?? ""
      return "\(Base64URL.encode(entry.x)) \(entry.replacedAt.secondsSinceEpoch)\(grace)\n"
    }.joined()
  }

  /// In place of an earlier entry of the same key.
  mutating func note(_ entry: Entry) {
    forget(entry.x)
    entries.append(entry)
  }

  mutating func forget(_ x: [UInt8]) {
    entries.removeAll { $0.x == x }
  }

  /// From when on no credential of the key can be alive, as far as apps' settings tell: those of
  /// now and of when it was replaced.
  static func end(of entry: Entry, graceSeconds: Int64) -> Timestamp {
    let noted = entry.graceSeconds ?? longestGraceSeconds
    return entry.replacedAt + (restartSeconds + max(noted, graceSeconds))
  }

  /// Takes out what may go; `nil`: nothing may.
  mutating func takeEnded(at now: Timestamp, graceSeconds: Int64) -> [Entry]? {
    let ended = entries.filter { Self.end(of: $0, graceSeconds: graceSeconds) <= now }
    entries.removeAll { ended.contains($0) }
    return ended.isEmpty ? nil : ended
  }
}
