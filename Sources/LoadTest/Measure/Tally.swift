/// What one thread of a load test saw; those of all threads are merged.
struct Tally: Sendable {
  struct Kind: Sendable {
    var answered = 0
    var errors = 0
    var latencies = LatencyHistogram()
  }

  /// Good answers within the measured time.
  var latencies = LatencyHistogram()
  /// By `RequestKind.rawValue`; `nil`: the mix has none of it.
  var kinds: [Kind?]
  /// By status, within the measured time.
  var statuses = [Int](repeating: 0, count: 600)
  var errors = ErrorTally()
  var errorCount = 0
  /// Answers that no server may give, at any time of the run.
  var wrong = 0
  var checks = CheckTally()
  var timeline: Timeline
  /// Due within the run and never sent.
  var unsent = 0
  /// Sent, and not answered when the test stopped waiting.
  var unanswered = 0
  var reconnects = 0
  var ranOut = false
  /// Activations that found their device bound already.
  var repeatedActivations = 0
  /// Renewals that gave another token, and those that gave the same again.
  var newTokens = 0
  var sameTokens = 0
  /// Of the thread, within the measured time, in nanoseconds.
  var cpu: Int64 = 0
  /// When measuring began, by the monotonic clock, in nanoseconds.
  var measuringStarted: Int64 = 0
  /// When measuring ended, in nanoseconds after it began.
  var measured: Int64 = 0

  init(_ mix: Mix, durationSeconds: Int) {
    kinds = RequestKind.allCases.map { mix.contains($0) ? Kind() : nil }
    timeline = Timeline(durationSeconds: durationSeconds)
  }

  mutating func recordGood(_ kind: RequestKind, latency: Int64, at elapsed: Int64) {
    latencies.record(latency)
    timeline.record(latency, at: elapsed)
    kinds[kind.rawValue]?.answered += 1
    kinds[kind.rawValue]?.latencies.record(latency)
  }

  mutating func recordError(
    _ kind: RequestKind?, _ reason: String, example: @autoclosure () -> String
  ) {
    errorCount += 1
    errors.add(reason, example: example())
    if let kind { kinds[kind.rawValue]?.errors += 1 }
  }

  mutating func merge(_ other: Tally) {
    latencies.merge(other.latencies)
    for place in kinds.indices { mergeKind(place, other) }
    for place in statuses.indices { statuses[place] += other.statuses[place] }
    errors.merge(other.errors)
    errorCount += other.errorCount
    wrong += other.wrong
    checks.merge(other.checks)
    timeline.merge(other.timeline)
    unsent += other.unsent
    unanswered += other.unanswered
    reconnects += other.reconnects
    ranOut = ranOut || other.ranOut
    repeatedActivations += other.repeatedActivations
    newTokens += other.newTokens
    sameTokens += other.sameTokens
    cpu += other.cpu
    measuringStarted = max(measuringStarted, other.measuringStarted)
    measured = max(measured, other.measured)
  }

  private mutating func mergeKind(_ place: Int, _ other: Tally) {
    guard let more = other.kinds[place] else { return }
    kinds[place]?.answered += more.answered
    kinds[place]?.errors += more.errors
    kinds[place]?.latencies.merge(more.latencies)
  }
}
