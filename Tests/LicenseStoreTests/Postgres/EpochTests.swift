import LicenseStore
import Testing

@Suite struct PostgresEpochTests {
  let fixture: SeatFixture
  let store: PostgresStore

  init() throws {
    fixture = try SeatFixture()
    store = fixture.store()
  }

  @Test func `an empty database has used no Redis yet`() throws {
    let row = try store.redisEpoch()
    #expect(row.epoch == 0)
    #expect(row.runID == "")
    #expect(row.isFirst)
  }

  @Test func `the first epoch names this server and is no new one`() throws {
    let row = try store.raiseEpoch(from: 0, runID: "run-a")
    #expect(row.epoch == 1)
    #expect(row.runID == "run-a")
    #expect(row.isFirst)
    #expect((0...60).contains(row.ageSeconds))
    #expect(
      row.systemIdentifier
        == (try fixture.database.value("SELECT system_identifier FROM pg_control_system()")))
    #expect(row.timeline == 1)
    #expect(try store.redisEpoch().epoch == 1)
  }

  @Test func `of two that raise from the same epoch one does, and both learn the same row`() throws
  {
    _ = try store.raiseEpoch(from: 0, runID: "run-a")
    let winner = try store.raiseEpoch(from: 1, runID: "run-b")
    let loser = try fixture.store().raiseEpoch(from: 1, runID: "run-c")
    #expect(winner.epoch == 2)
    #expect(!winner.isFirst)
    #expect(loser.epoch == 2)
    #expect(loser.runID == "run-b")
  }

  @Test(arguments: ["system_identifier = '42'", "timeline = 7"])
  func `an epoch that was made for another PostgreSQL is followed by a new one`(
    change: String
  ) throws {
    _ = try store.raiseEpoch(from: 0, runID: "run-a")
    try fixture.database.run("UPDATE redis_epoch SET \(change)")
    let row = try store.redisEpoch()
    #expect(row.epoch == 2)
    #expect(row.runID == "run-a")
    #expect(row.timeline == 1)
    #expect(!row.isFirst)
    #expect(try store.redisEpoch().epoch == 2)
  }
}
