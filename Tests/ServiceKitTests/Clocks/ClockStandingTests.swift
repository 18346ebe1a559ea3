import Instants
import Testing

@testable import ServiceKit

@Suite final class `The standing of a clock` {
  private let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 1_800_000_000))
  private var standing = ClockStanding(limits: .standard)
  private var now: ClockMoment { ClockMoment(time) }

  private func judge() -> [ClockNews] { standing.judge(at: now) }

  private func takesTurn() -> Bool { standing.takeRedisTurn(at: time.monotonic()) }

  /// A store whose clock is behind ours by so much.
  private func read(_ store: StoreClock, behind: Int64, roundTrip: Int64 = 0) {
    let sentAt = time.monotonic()
    let middle = time.wall().value + roundTrip / 2
    time.advance(milliseconds: roundTrip)
    standing.note(
      ClockReading(
        theirs: UnixMilliseconds(middle - behind), sentAt: sentAt, receivedAt: time.monotonic()),
      of: store, at: time.monotonic())
  }

  private func distance(behind: Int64, roundTrip: Int64 = 0) -> ClockDecision.Distance? {
    read(.postgres, behind: behind, roundTrip: roundTrip)
    _ = judge()
    return standing.decision.postgres
  }

  @Test(arguments: [1, -1] as [Int64])
  func `is near up to a second, far beyond thirty, on either side`(side: Int64) {
    for (behind, expected) in [
      (1000, .near), (30_001, .far), (30_000, .apart), (1001, .apart),
    ] as [(Int64, ClockDecision.Distance)] {
      #expect(distance(behind: side * behind) == expected, "\(behind)")
    }
  }

  @Test func `is not held against a store for what its answer's way leaves in doubt`() {
    #expect(distance(behind: 2000, roundTrip: 2000) == .near)
    #expect(distance(behind: 2001, roundTrip: 2000) == .apart)
    #expect(distance(behind: 3_600_000, roundTrip: 4000) == .far)
  }

  @Test func `is measured from the middle of the round trip`() {
    read(.redis, behind: 250, roundTrip: 1000)
    #expect(standing.offsetMilliseconds(from: .redis, at: now) == 250)
    read(.redis, behind: -250)
    #expect(standing.offsetMilliseconds(from: .redis, at: now) == -250)
    #expect(standing.offsetMilliseconds(from: .postgres, at: now) == nil)
  }

  @Test func `shows that the clock was set without another reading`() {
    read(.postgres, behind: 0)
    time.advance(seconds: 5)
    #expect(judge() == [])
    time.jump(milliseconds: 3_600_000)
    #expect(
      judge() == [
        .distance(.postgres, .far, offsetMilliseconds: 3_600_000), .unfit,
      ])
    time.jump(milliseconds: -3_600_000)
    #expect(
      judge() == [.distance(.postgres, .near, offsetMilliseconds: 0), .fit])
  }

  @Test func `is news once for each change, and again near at half a second only`() {
    read(.postgres, behind: 1001)
    #expect(judge() == [.distance(.postgres, .apart, offsetMilliseconds: 1001)])
    for behind in [999, 1001, 501] as [Int64] {
      read(.postgres, behind: behind)
      #expect(judge() == [], "\(behind)")
    }
    read(.postgres, behind: 500)
    #expect(judge() == [.distance(.postgres, .near, offsetMilliseconds: 500)])
    read(.postgres, behind: 1000)
    #expect(judge() == [])
  }

  @Test func `with one store's clock wrong goes on, and says which`() {
    read(.redis, behind: 0)
    read(.postgres, behind: 60_000)
    #expect(judge() == [.distance(.postgres, .far, offsetMilliseconds: 60_000)])
    #expect(standing.decision.isFit)
  }

  @Test func `forgets a reading after ten minutes, and not before`() {
    read(.redis, behind: 0)
    read(.postgres, behind: 60_000)
    time.advance(milliseconds: ClockReading.lifeMilliseconds - 1)
    _ = judge()
    #expect(standing.decision.isFit)
    read(.postgres, behind: 60_000)
    time.advance(milliseconds: 1)
    _ = judge()
    #expect(standing.decision.redis == nil)
    #expect(!standing.decision.isFit)
  }

  @Test func `asks Redis every five seconds, and each second until it answers`() {
    #expect(takesTurn())
    #expect(!takesTurn())
    time.advance(seconds: 1)
    #expect(takesTurn())
    read(.redis, behind: 0)
    time.advance(milliseconds: 4999)
    #expect(!takesTurn())
    time.advance(milliseconds: 1)
    #expect(takesTurn())
  }
}
