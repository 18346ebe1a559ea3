import Instants
import LicenseStore
import Redis
import ServiceKit

/// Asks Redis what it is; changes nothing. Connecting and each exchange have a second.
struct RedisLook {
  let url: SecretText
  /// The one that PostgreSQL names; `nil`: not known.
  let epoch: Int64?
  let time: any TimeSource

  func facts() -> DoctorFacts.Answer<RedisFacts> {
    do throws(RedisError) {
      let connection = try RedisConnection.open(RedisConfiguration(url: url.value))
      defer { connection.close() }
      let clock = try clock(connection)
      var facts = try server(connection, clock)
      if let epoch { facts.mark = try EpochMark.read(epoch: epoch, connection) }
      return .value(facts)
    } catch {
      return .none(reason: error.description)
    }
  }

  private func clock(_ connection: RedisConnection) throws(RedisError) -> ClockFacts {
    var question = RedisPipeline()
    question.command("TIME", argumentCount: 0)
    let sentAt = time.wall().value
    let reply = try connection.exchangeFlawlessly(question)[0]
    let receivedAt = time.wall().value
    guard let theirs = reply.time else { throw .protocolViolation }
    return ClockFacts(theirs: theirs.value, sentAt: sentAt, receivedAt: receivedAt)
  }

  private func server(
    _ connection: RedisConnection, _ clock: ClockFacts
  ) throws(RedisError) -> RedisFacts {
    var questions = RedisPipeline()
    for section in ["server", "memory", "replication", "persistence"] {
      questions.command("INFO", section)
    }
    let answers = try connection.exchangeFlawlessly(questions).map { RedisInfo($0.bytes ?? []) }
    guard let runID = answers[0]["run_id"], let version = answers[0]["redis_version"] else {
      throw .protocolViolation
    }
    return Self.facts(
      version, runID, memory: answers[1], role: answers[2]["role"], saving: answers[3], clock)
  }

  private static func facts(
    _ version: String, _ runID: String, memory: RedisInfo, role: String?, saving: RedisInfo,
    _ clock: ClockFacts
  ) -> RedisFacts {
    func bytes(_ name: String) -> Int64 { memory[name].flatMap { Int64($0) } ?? 0 }
    let states = ["rdb_last_bgsave_status", "aof_last_write_status"].map { saving[$0] }
    return RedisFacts(
      version: version, runID: runID, isPrimary: role == "master",
      policy: memory["maxmemory_policy"] ?? "unknown", maxMemoryBytes: bytes("maxmemory"),
      usedMemoryBytes: bytes("used_memory"), systemMemoryBytes: bytes("total_system_memory"),
      hasFailedToSave: states.contains("err"), keepsAppendOnlyFile: saving["aof_enabled"] == "1",
      clock: clock)
  }
}
