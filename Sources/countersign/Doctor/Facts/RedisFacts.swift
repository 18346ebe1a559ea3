/// What Redis says of itself.
struct RedisFacts {
  /// As in `7.0.15`.
  var version: String
  var runID: String
  var isPrimary: Bool
  var policy: String
  /// 0: without limit.
  var maxMemoryBytes: Int64
  var usedMemoryBytes: Int64
  /// Of the host that it runs on.
  var systemMemoryBytes: Int64
  /// Whether a snapshot or the append-only file could not be written: then Redis refuses writes.
  var hasFailedToSave: Bool
  var keepsAppendOnlyFile: Bool
  var clock: ClockFacts
  /// What stands under the mark of PostgreSQL's epoch, where that is known.
  var mark: String?

  var majorVersion: Int { version.split(separator: ".").first.flatMap { Int($0) } ?? 0 }
}
