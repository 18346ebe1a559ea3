/// Is told how far a load test is; shows it to somebody, or to nobody.
public protocol LoadWatcher: Sendable {
  /// Something is being made ready.
  func note(_ what: String, done: Int, of total: Int)
  /// About once a second while it runs.
  func running(second: Int, of total: Int, answersPerSecond: Int, errors: Int)
}
