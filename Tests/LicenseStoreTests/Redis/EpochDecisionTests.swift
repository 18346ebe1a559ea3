import Instants
import Redis
import Testing

@testable import LicenseStore

@Suite struct EpochDecisionTests {
  private static let own = String(repeating: "a", count: 40)
  private static let other = String(repeating: "b", count: 40)

  private func row(_ epoch: Int64, _ runID: String) -> EpochRow {
    EpochRow(
      epoch: epoch, runID: runID, systemIdentifier: "1", timeline: 1, ageSeconds: 0,
      isFirst: epoch == 1)
  }

  private func decide(
    _ row: EpochRow, age: Int64 = 100, uptime: Int64 = 1000, mark: String? = nil,
    hasSeenMark: Bool = false
  ) -> EpochDecision {
    EpochDecision.make(
      row: row, ageSeconds: age, runID: Self.own, uptimeSeconds: uptime,
      mark: mark.map { Array($0.utf8) }, hasSeenMark: hasSeenMark)
  }

  @Test func `A database that has seen no Redis gets its first epoch`() {
    #expect(decide(row(0, "")) == .raise)
  }

  @Test func `A row that names no Redis takes the one that is there`() {
    #expect(decide(row(5, "")) == .raise)
  }

  @Test func `The Redis that is named and bears the mark is ready`() {
    #expect(decide(row(5, Self.own), mark: Self.own) == .ready)
  }

  @Test func `Within three seconds of the row its mark is still to be set`() {
    #expect(decide(row(5, Self.own), age: 2) == .mark)
    #expect(decide(row(5, Self.own), age: 3) == .raise)
  }

  @Test func `A mark that was there and is gone was lost, however young the row`() {
    #expect(decide(row(5, Self.own), age: 0, hasSeenMark: true) == .raise)
  }

  @Test func `A mark of another Redis under the own name means foreign data`() {
    #expect(decide(row(5, Self.own), mark: Self.other) == .raise)
  }

  @Test func `Restarted with a dump, or promoted: the mark is of the Redis before`() {
    #expect(decide(row(5, Self.other), age: 10, uptime: 1000, mark: Self.other) == .raise)
  }

  @Test func `Restarted empty: it is younger than the row`() {
    #expect(decide(row(5, Self.other), age: 100, uptime: 3) == .raise)
    #expect(decide(row(5, Self.other), age: 100, uptime: 101) == .raise)
  }

  @Test func `Another Redis was chosen while this one ran: it is left`() {
    #expect(decide(row(5, Self.other), age: 100, uptime: 102) == .leave)
  }

  @Test func `A new epoch settles after three seconds and remembers all nonces after six minutes`()
  {
    let read = MonotonicTime(nanoseconds: 0)
    let standing = EpochStanding(row: row(2, Self.own), readAt: read)
    #expect(!standing.isSettled(at: read + 2_999))
    #expect(standing.isSettled(at: read + 3_000))
    #expect(!standing.remembersAllNonces(at: read + 659_999))
    #expect(standing.remembersAllNonces(at: read + 660_000))
  }

  @Test func `A first epoch has nothing before it`() {
    let read = MonotonicTime(nanoseconds: 0)
    let standing = EpochStanding(row: row(1, Self.own), readAt: read)
    #expect(standing.isSettled(at: read))
    #expect(standing.remembersAllNonces(at: read))
  }

  @Test(arguments: [
    ("6.2.14", "noeviction", "master", false), ("7.0.15", "noeviction", "master", true),
    ("8.0.0", "noeviction", "master", true), ("7.0.15", "allkeys-lru", "master", false),
    ("7.0.15", "noeviction", "slave", false),
  ])
  func `Only a primary of version 7 that evicts nothing is fit`(
    version: String, policy: String, role: String, isFit: Bool
  ) throws {
    let server = try #require(
      RedisServer(
        server: RedisInfo(
          Array(
            "redis_version:\(version)\r\nrun_id:\(Self.own)\r\nuptime_in_seconds:1\r\n".utf8)),
        memory: RedisInfo(Array("maxmemory_policy:\(policy)\r\n".utf8)),
        replication: RedisInfo(Array("role:\(role)\r\n".utf8))))
    #expect((server.unfitness == nil) == isFit)
  }
}
