/// Failures by reason, each with the first few examples.
struct ErrorTally: Sendable {
  struct Entry: Sendable {
    var count = 0
    var example = ""
  }

  /// Further reasons are counted together.
  static let reasonLimit = 64
  static let exampleLimitBytes = 400

  private(set) var entries: [String: Entry] = [:]

  mutating func add(_ reason: String, example: @autoclosure () -> String) {
    let isKnown = entries[reason] != nil
    let name = isKnown || entries.count < Self.reasonLimit ? reason : "other"
    if entries[name] == nil {
      entries[name] = Entry(example: String(example().prefix(Self.exampleLimitBytes)))
    }
    entries[name]?.count += 1
  }

  mutating func merge(_ other: ErrorTally) {
    for (reason, entry) in other.entries {
      entries[reason, default: Entry(example: entry.example)].count += entry.count
    }
  }

  var byCount: [(reason: String, entry: Entry)] {
    entries.map { ($0.key, $0.value) }.sorted {
      ($0.entry.count, $1.reason) > ($1.entry.count, $0.reason)
    }
  }
}
