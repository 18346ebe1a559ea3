import Instants

/// The newest readings of the stores' clocks, and what follows from them at a moment. Pure.
struct ClockStanding: Sendable {
  /// Redis tells its time for the asking, PostgreSQL with each look at the epoch.
  static let millisecondsBetweenRedisReadings: Int64 = 5000
  /// After a question that was not answered.
  static let millisecondsBetweenRedisTries: Int64 = 1000

  private(set) var decision = ClockDecision()
  private let limits: ClockLimits
  private var postgres: ClockReading?
  private var redis: ClockReading?
  private var redisDueAt: MonotonicTime?

  init(limits: ClockLimits) { self.limits = limits }

  mutating func note(_ reading: ClockReading, of store: StoreClock, at now: MonotonicTime) {
    switch store {
    case .postgres: postgres = reading
    case .redis:
      redis = reading
      redisDueAt = now + Self.millisecondsBetweenRedisReadings
    }
  }

  /// Whether the caller is to ask Redis for its time now: one of all lanes is.
  mutating func takeRedisTurn(at now: MonotonicTime) -> Bool {
    if let redisDueAt, now < redisDueAt { return false }
    redisDueAt = now + Self.millisecondsBetweenRedisTries
    return true
  }

  /// Decides anew, and says what is different from the last time.
  mutating func judge(at now: ClockMoment) -> [ClockNews] {
    let before = decision
    for store in StoreClock.allCases {
      decision[store] = reading(of: store, at: now).map { distance($0, before[store], now) }
    }
    return decision == before ? [] : news(since: before, now)
  }

  /// Our clock less the store's; `nil`: not known.
  func offsetMilliseconds(from store: StoreClock, at now: ClockMoment) -> Int64? {
    reading(of: store, at: now)?.offsetMilliseconds(at: now)
  }

  private func reading(of store: StoreClock, at now: ClockMoment) -> ClockReading? {
    let reading = store == .postgres ? postgres : redis
    return reading.flatMap { $0.counts(at: now.monotonic) ? $0 : nil }
  }

  /// What was told of is near again at half the limit: a clock close to it is no news each second.
  private func distance(
    _ reading: ClockReading, _ before: ClockDecision.Distance?, _ now: ClockMoment
  ) -> ClockDecision.Distance {
    let certain = reading.certainMilliseconds(at: now)
    if certain > limits.faultMilliseconds { return .far }
    let isToldOf = before == .apart || before == .far
    let limit = isToldOf ? limits.warningMilliseconds / 2 : limits.warningMilliseconds
    return certain > limit ? .apart : .near
  }

  private func news(since before: ClockDecision, _ now: ClockMoment) -> [ClockNews] {
    var news: [ClockNews] = []
    for store in StoreClock.allCases {
      guard let distance = decision[store], distance != before[store] ?? .near,
        let offset = offsetMilliseconds(from: store, at: now)
      else { continue }
      news.append(.distance(store, distance, offsetMilliseconds: offset))
    }
    if decision.isFit != before.isFit { news.append(decision.isFit ? .fit : .unfit) }
    return news
  }
}
