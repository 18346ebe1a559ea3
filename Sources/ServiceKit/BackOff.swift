/// How long to wait before the next try: doubling steps up to a limit, each shortened by jitter.
///
/// A value: the caller waits, and brings the randomness.
public struct BackOff: Hashable, Sendable {
  public let firstMilliseconds: Int64
  public let limitMilliseconds: Int64
  private var stepMilliseconds: Int64

  public init(firstMilliseconds: Int64 = 1000, limitMilliseconds: Int64 = 32_000) {
    precondition(
      firstMilliseconds > 0 && firstMilliseconds <= limitMilliseconds,
      "A back-off starts above zero and not beyond its limit.")
    self.firstMilliseconds = firstMilliseconds
    self.limitMilliseconds = limitMilliseconds
    stepMilliseconds = firstMilliseconds
  }

  /// The next wait: between three quarters of the step and the whole of it.
  ///
  /// - Parameter jitter: a random number, `0 ... 1`; other numbers are clamped.
  public mutating func nextMilliseconds(jitter: Double) -> Int64 {
    let step = stepMilliseconds
    stepMilliseconds = min(limitMilliseconds, step > limitMilliseconds / 2 ? .max : step * 2)
    let share = min(1, max(0, jitter)) / 4
    return max(1, step - Int64(Double(step) * share))
  }

  /// The next wait with jitter of the system's generator.
  public mutating func nextMilliseconds() -> Int64 {
    nextMilliseconds(jitter: .random(in: 0...1))
  }

  /// After a success the next failure waits the first step again.
  public mutating func reset() {
    stepMilliseconds = firstMilliseconds
  }
}
