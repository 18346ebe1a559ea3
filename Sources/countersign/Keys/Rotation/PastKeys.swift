import Encodings
import Instants

/// Signing keys that no longer sign, and since when: lines `<public key> <unix seconds>`.
struct PastKeys: Equatable {
  struct Entry: Equatable {
    /// 32 bytes.
    let x: [UInt8]
    let replacedAt: Timestamp
  }

  /// For processes that are started anew a while after the key was replaced.
  static let restartSeconds: Int64 = 86_400

  var entries: [Entry] = []

  init() {}

  /// `nil` for a text of another form.
  init?(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let x = Base64URL.decode(words[0].utf8), x.count == 32,
        let seconds = Int64(words[1])
      else { return nil }
      entries.append(Entry(x: x, replacedAt: Timestamp(secondsSinceEpoch: seconds)))
    }
  }

  var text: String {
    entries.map { "\(Base64URL.encode($0.x)) \($0.replacedAt.secondsSinceEpoch)\n" }.joined()
  }

  /// From when on no credential of the key can be alive.
  static func end(of entry: Entry, graceSeconds: Int64) -> Timestamp {
    entry.replacedAt + (restartSeconds + graceSeconds)
  }

  /// Takes out what may go; `nil`: nothing may.
  mutating func takeEnded(at now: Timestamp, graceSeconds: Int64) -> [Entry]? {
    let ended = entries.filter { Self.end(of: $0, graceSeconds: graceSeconds) <= now }
    entries.removeAll { ended.contains($0) }
    return ended.isEmpty ? nil : ended
  }
}
