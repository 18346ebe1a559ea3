import LicenseStore
import Testing

@testable import countersign

struct RedisCheckTests {
  private func found(
    _ check: String, planned: Int = 1000, _ change: (inout RedisFacts) -> Void
  ) -> Finding? {
    var facts = HealthyFacts.redis
    change(&facts)
    return RedisCheck.findings(.value(facts), planned: planned).first { $0.check == check }
  }

  @Test func `a policy that evicts is a fault that says how to set it`() {
    let finding = found("redis.policy") { $0.policy = "allkeys-lru" }
    #expect(finding?.grade == .fault)
    #expect(finding?.what.contains("allkeys-lru") == true)
    #expect(finding?.remedy?.contains("CONFIG SET maxmemory-policy noeviction") == true)
  }

  @Test func `an old version and a replica are faults`() {
    #expect(found("redis.version") { $0.version = "6.2.1" }?.grade == .fault)
    #expect(found("redis.primary") { $0.isPrimary = false }?.grade == .fault)
  }

  @Test func `keeping nothing is well, failing to keep is a fault`() {
    #expect(found("redis.saving") { $0.keepsAppendOnlyFile = true }?.grade == .ok)
    #expect(found("redis.saving") { $0.hasFailedToSave = true }?.grade == .fault)
  }

  /// 1000 verifications a second: 1000 × 360 s × 150 bytes.
  @Test(arguments: [
    (Int64(108_000_000), Finding.Grade.ok), (107_999_999, .warning), (54_000_000, .warning),
    (53_999_999, .fault),
  ])
  func `nonces of six minutes fill at most half of maxmemory`(
    maxMemory: Int64, grade: Finding.Grade
  ) {
    #expect(found("redis.memory") { $0.maxMemoryBytes = maxMemory }?.grade == grade)
  }

  @Test func `without maxmemory the host's memory is the limit`() {
    let finding = found("redis.memory", planned: 100_000) { $0.maxMemoryBytes = 0 }
    #expect(finding?.grade == .fault)
    #expect(found("redis.memory") { $0.maxMemoryBytes = 0 }?.grade == .ok)
  }

  @Test func `a Redis that is nearly full is a warning`() {
    #expect(found("redis.memory") { $0.usedMemoryBytes = 250 << 20 }?.grade == .warning)
  }

  // MARK: The epoch

  private func epoch(
    _ change: (inout PostgresFacts.TableFacts, inout RedisFacts) -> Void
  ) -> [Finding] {
    var (postgres, tables, redis) = (
      HealthyFacts.postgres, HealthyFacts.tables, HealthyFacts.redis
    )
    change(&tables, &redis)
    postgres.tables = tables
    return EpochCheck.findings(postgres: .value(postgres), redis: .value(redis))
  }

  @Test func `an epoch that names another Redis tells how to name this one, one without waits`() {
    let other = epoch { postgres, _ in postgres.epoch = HealthyFacts.epoch("b") }
    #expect(other.map(\.grade) == [.fault])
    #expect(other[0].remedy?.contains("countersign epoch new") == true)
    #expect(epoch { postgres, _ in postgres.epoch = HealthyFacts.epoch("") }.map(\.grade) == [.ok])
  }

  @Test func `a Redis that PostgreSQL does not name, and one without the mark, are faults`() {
    #expect(epoch { $1.runID = "b" }.map(\.grade) == [.fault])
    #expect(epoch { $1.mark = nil }.map(\.grade) == [.fault])
    #expect(epoch { _, _ in }.map(\.grade) == [.ok])
  }

  @Test func `an epoch of another PostgreSQL is a fault`() {
    let findings = epoch { tables, _ in
      tables.epoch = EpochInspection(row: tables.epoch.row, isOfThisServer: false)
    }
    #expect(findings.map(\.check) == ["epoch.postgres", "epoch.redis"])
    #expect(findings[0].grade == .fault)
  }

  @Test func `a service that never ran has no epoch, and that is well`() {
    let findings = epoch { tables, redis in
      var row = tables.epoch.row
      row.epoch = 0
      tables.epoch = EpochInspection(row: row, isOfThisServer: false)
      redis.mark = nil
    }
    #expect(findings.map(\.grade) == [.ok])
  }
}
