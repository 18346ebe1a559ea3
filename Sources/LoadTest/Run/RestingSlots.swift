/// Slots that are not ready before a time: a request that is refused is not sent again at once.
struct RestingSlots {
  private static let shortestNanoseconds: Int64 = 100_000_000

  private var rests: [(slot: Int, until: Int64)]

  /// All of them, with rests that are over.
  init(count: Int) {
    rests = (0..<count).map { ($0, 0) }
  }

  var isEmpty: Bool { rests.isEmpty }
  var first: Int? { rests.first?.slot }

  mutating func add(_ slot: Int, from now: Int64, nanoseconds: Int64) {
    rests.append((slot, now + max(nanoseconds, Self.shortestNanoseconds)))
  }

  /// Those whose rests are over, which then have none.
  mutating func takeEnded(at now: Int64) -> [Int] {
    let ended = rests.filter { $0.until <= now }.map(\.slot)
    rests.removeAll { $0.until <= now }
    return ended
  }
}
