import Instants
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

  @Test func `a row comes with the server's clock, and so does one that was just raised`() throws {
    let clock = SystemTimeSource()
    for read in [store.redisEpoch, { try store.raiseEpoch(from: 0, runID: "run-a") }] {
      let before = clock.wall()
      let theirs = try #require(try read().serverClock)
      #expect(before <= theirs && theirs <= clock.wall())
    }
  }

  @Test func `the first epoch names this server and is no new one`() throws {
    let row = try store.raiseEpoch(from: 0, runID: "run-a")
    #expect(row.epoch > 0)
    #expect(row.runID == "run-a")
    #expect(row.isFirst)
    #expect((0...60).contains(row.ageSeconds))
    #expect(
      row.systemIdentifier
        == (try fixture.database.value("SELECT system_identifier FROM pg_control_system()")))
    #expect(row.timeline == 1)
    #expect(try store.redisEpoch().epoch == row.epoch)
  }

  @Test func `a number is not used again by a database that was put back`() throws {
    let used = try store.raiseEpoch(from: 0, runID: "run-a")
    try fixture.database.run("UPDATE redis_epoch SET epoch = 0, is_first = true, run_id = ''")
    let seconds = try fixture.database.value("SELECT extract(epoch FROM now())::bigint")
    #expect(abs(used.epoch - (Int64(seconds) ?? 0)) <= 60)
    #expect(try store.raiseEpoch(from: 0, runID: "run-a").epoch >= used.epoch)
  }

  @Test func `of two that raise from the same epoch one does, and both learn the same row`() throws
  {
    let first = try store.raiseEpoch(from: 0, runID: "run-a")
    let winner = try store.raiseEpoch(from: first.epoch, runID: "run-b")
    let loser = try fixture.store().raiseEpoch(from: first.epoch, runID: "run-c")
    #expect(winner.epoch > first.epoch)
    #expect(!winner.isFirst)
    #expect(loser.epoch == winner.epoch)
    #expect(loser.runID == "run-b")
  }

  @Test(arguments: ["system_identifier = '42'", "timeline = 7"])
  func `an epoch that was made for another PostgreSQL is followed by a new one`(
    change: String
  ) throws {
    let first = try store.raiseEpoch(from: 0, runID: "run-a")
    try fixture.database.run("UPDATE redis_epoch SET \(change)")
    let row = try store.redisEpoch()
    #expect(row.epoch > first.epoch)
    #expect(row.runID == "run-a")
    #expect(row.timeline == 1)
    #expect(!row.isFirst)
    #expect(try store.redisEpoch().epoch == row.epoch)
  }
}
