import Redis

/// What a Redis says of itself when a connection begins.
public struct RedisServer: Hashable, Sendable {
  /// Drawn anew at each start of the server.
  public let runID: String
  public let uptimeSeconds: Int64
  public let majorVersion: Int
  public let isPrimary: Bool
  public let maxMemoryPolicy: String
  /// 0 is without limit.
  public let maxMemoryBytes: Int64

  /// `nil` where the answers lack what they always have.
  init?(server: RedisInfo, memory: RedisInfo, replication: RedisInfo) {
    guard let runID = server["run_id"], runID.utf8.count == 40,
      let uptime = server["uptime_in_seconds"].flatMap({ Int64($0) }),
      let version = server["redis_version"]?.split(separator: ".").first.flatMap({ Int($0) })
    else { return nil }
    self.runID = runID
    uptimeSeconds = uptime
    majorVersion = version
    isPrimary = replication["role"] == "master"
    maxMemoryPolicy = memory["maxmemory_policy"] ?? ""
    maxMemoryBytes = memory["maxmemory"].flatMap { Int64($0) } ?? 0
  }

  /// Why it must not be used, as a constant sentence.
  public var unfitness: String? {
    if majorVersion < 7 { return "Redis is older than version 7" }
    if maxMemoryPolicy != "noeviction" {
      return "Redis may evict keys: maxmemory-policy must be noeviction"
    }
    return isPrimary ? nil : "Redis is a replica"
  }

  /// Asks over a new connection; for the check at start and for `doctor`.
  public static func inspect(
    _ configuration: RedisConfiguration
  ) throws(RedisError) -> RedisServer {
    try inspect(try RedisConnection.open(configuration))
  }

  static func inspect(_ connection: RedisConnection) throws(RedisError) -> RedisServer {
    var questions = RedisPipeline()
    for section in ["server", "memory", "replication"] { questions.command("INFO", section) }
    let answers = try connection.exchangeFlawlessly(questions).map { RedisInfo($0.bytes ?? []) }
    guard
      let server = RedisServer(server: answers[0], memory: answers[1], replication: answers[2])
    else {
      connection.close()
      throw .protocolViolation
    }
    return server
  }
}
