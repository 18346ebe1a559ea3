import Testing

@testable import countersign

struct PostgresCheckTests {
  private func graded(
    _ check: String, lanes: Int? = 8, _ change: (inout PostgresFacts) -> Void
  ) -> Finding.Grade? {
    var facts = HealthyFacts.postgres
    change(&facts)
    return PostgresCheck.findings(.value(facts), lanes: lanes).first { $0.check == check }?.grade
  }

  @Test(arguments: [
    (150_008, Finding.Grade.ok), (140_011, .warning), (130_000, .warning), (120_020, .fault),
  ])
  func `a version is old enough or new enough`(number: Int, grade: Finding.Grade) {
    #expect(graded("postgres.version") { $0.versionNumber = number } == grade)
  }

  @Test func `an older schema is a fault, a newer one serves`() {
    #expect(graded("postgres.schema") { $0.schemaVersion = 8 } == .fault)
    #expect(graded("postgres.schema") { $0.schemaVersion = 10 } == .ok)
  }

  @Test func `settings that lose what was committed are faults`() {
    #expect(graded("postgres.fsync") { $0.fsync = "off" } == .fault)
    #expect(graded("postgres.synchronous_commit") { $0.synchronousCommit = "off" } == .fault)
    #expect(graded("postgres.synchronous_commit") { $0.synchronousCommit = "local" } == .ok)
    #expect(graded("postgres.full_page_writes") { $0.fullPageWrites = "off" } == .fault)
  }

  @Test(arguments: [
    (97, Finding.Grade.warning), (98, .fault), (87, .ok), (88, .warning),
  ])
  func `each lane needs a session, and ten are for others`(lanes: Int, grade: Finding.Grade) {
    #expect(graded("postgres.connections", lanes: lanes) { _ in } == grade)
  }

  @Test func `without a gateway's word sessions are only told`() {
    #expect(graded("postgres.connections", lanes: nil) { _ in } == .ok)
  }

  @Test func `a standby is a fault, a superuser a warning`() {
    #expect(graded("postgres.primary") { $0.isInRecovery = true } == .fault)
    #expect(graded("postgres.role") { $0.isSuperuser = true } == .warning)
  }

  @Test func `a log whose guards are off is a fault`() {
    #expect(graded("postgres.log") { $0.tables?.isLogGuarded = false } == .fault)
  }

  @Test func `changes that wait for Redis longer than a minute are a warning`() {
    #expect(graded("postgres.outbox") { $0.tables?.oldestOutboxSeconds = 60 } == .ok)
    #expect(graded("postgres.outbox") { $0.tables?.oldestOutboxSeconds = 61 } == .warning)
  }

  @Test func `rows that wait for a seal longer than a minute are a warning`() {
    #expect(graded("postgres.seals") { $0.tables?.oldestUnsealedSeconds = 60 } == .ok)
    #expect(graded("postgres.seals") { $0.tables?.oldestUnsealedSeconds = 61 } == .warning)
    #expect(graded("postgres.seals") { $0.tables?.areTransactionsBehindSeals = true } == .fault)
  }

  @Test func `a master key of another database is a fault`() {
    #expect(graded("keys.database") { $0.tables?.unopenableApps = 1 } == .fault)
    #expect(graded("keys.database") { $0.tables?.unopenableApps = nil } == nil)
  }

  @Test(arguments: [
    (Int64(1_101), Finding.Grade.ok), (1_102, .warning), (-1_500, .warning), (31_000, .fault),
    (-31_000, .fault),
  ])
  func `a clock that differs is graded by what is certain of it`(
    difference: Int64, grade: Finding.Grade
  ) {
    // Half of the way, and the millisecond that the answer is cut to.
    let clock = ClockFacts(theirs: difference, sentAt: -100, receivedAt: 100)
    #expect(clock.differenceMilliseconds == difference)
    #expect(clock.certainMilliseconds == abs(difference) - 101)
    #expect(ClockCheck.finding("c", "X", clock).grade == grade)
  }

  @Test func `an answer cut to seconds leaves half a second in doubt`() {
    let clock = ClockFacts(
      theirs: 5_000, sentAt: 6_100, receivedAt: 6_100, resolutionMilliseconds: 1000)
    #expect(clock.differenceMilliseconds == -600 && clock.uncertaintyMilliseconds == 500)
    #expect(clock.certainMilliseconds == 100)
  }
}
