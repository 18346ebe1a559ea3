import Glibc
import Redis
import TestStores
import Testing

@Suite struct RedisConnectionTests {
  let redis: TestRedis
  let configuration: RedisConfiguration

  init() throws {
    redis = try TestRedis.start()
    configuration = try RedisConfiguration(url: redis.url)
  }

  private func get(_ key: String, on connection: RedisConnection) throws -> RedisReply {
    var pipeline = RedisPipeline()
    pipeline.command("GET", key)
    return try connection.exchange(pipeline)[0]
  }

  private func set(_ key: String, _ value: String, on connection: RedisConnection) throws {
    var pipeline = RedisPipeline()
    pipeline.command("SET", key, value)
    #expect(try connection.exchange(pipeline) == [.status(Array("OK".utf8))])
  }

  @Test(arguments: ["%s%n", "a b c d e", "xxxxxxxx\r\nFLUSHALL", "$5\r\n", "", "\0", "🏁"])
  func `Text that a user gave is stored literally (RED-03)`(text: String) throws {
    let connection = try RedisConnection.open(configuration)
    try set("kept", "1", on: connection)
    try set("key " + text, text, on: connection)
    #expect(try get("key " + text, on: connection) == .bytes(Array(text.utf8)))
    #expect(try get("kept", on: connection) == .bytes(Array("1".utf8)))
  }

  @Test func `A late answer is never taken for the next one (RED-01)`() throws {
    try redis.run("set", "a", "1")
    try redis.run("set", "b", "2")
    var impatient = configuration
    impatient.timeoutMilliseconds = 50
    let connection = try RedisConnection.open(impatient)
    let server = try #require(redis.pid)
    kill(server, SIGSTOP)
    #expect(throws: RedisError.timedOut) { try get("a", on: connection) }
    kill(server, SIGCONT)
    #expect(!connection.isOpen)
    #expect(throws: RedisError.closed) { try get("b", on: connection) }
    let next = try RedisConnection.open(configuration)
    #expect(try get("b", on: next) == .bytes(Array("2".utf8)))
  }

  @Test func `The database is chosen again with each connection (RED-02)`() throws {
    var second = configuration
    second.database = 2
    let first = try RedisConnection.open(second)
    try redis.run("client", "kill", "type", "normal")
    #expect(throws: RedisError.self) { try set("x", "1", on: first) }
    #expect(!first.isOpen)
    try set("x", "1", on: try RedisConnection.open(second))
    #expect(try redis.run("-n", "2", "get", "x") == "1")
    #expect(try redis.run("-n", "0", "exists", "x") == "0")
  }

  @Test func `A password is said first, and one that is missing or wrong is refused`() throws {
    try redis.run("config", "set", "requirepass", "open sesame")
    #expect(throws: RedisError.refused(code: "NOAUTH")) {
      try RedisConnection.open(configuration)
    }
    var wrong = configuration
    wrong.password = "close sesame"
    #expect(throws: RedisError.refused(code: "WRONGPASS")) { try RedisConnection.open(wrong) }
    var right = configuration
    right.password = "open sesame"
    try set("x", "1", on: try RedisConnection.open(right))
    right.username = "default"
    #expect(try get("x", on: try RedisConnection.open(right)) == .bytes(Array("1".utf8)))
  }

  @Test func `All kinds of answers are read`() throws {
    let connection = try RedisConnection.open(configuration)
    var pipeline = RedisPipeline()
    pipeline.command("SET", "x", "1")
    pipeline.command("INCR", "x")
    pipeline.command("GET", "nothing")
    pipeline.command("MGET", "x", "nothing")
    pipeline.command("INCR", "x", "y")
    let replies = try connection.exchange(pipeline)
    #expect(replies[0] == .status(Array("OK".utf8)))
    #expect(replies[1].integer == 2)
    #expect(replies[2] == .null)
    #expect(replies[3].array == [.bytes(Array("2".utf8)), .null])
    #expect(replies[4].errorCode == "ERR")
    #expect(connection.isOpen)
  }

  @Test func `An error reply keeps its first word only, which quotes nothing`() throws {
    let connection = try RedisConnection.open(configuration)
    var pipeline = RedisPipeline()
    pipeline.command("LPUSH", "list", "secret")
    pipeline.command("GET", "list")
    #expect(throws: RedisError.refused(code: "WRONGTYPE")) {
      try connection.exchangeFlawlessly(pipeline)
    }
    #expect(!connection.isOpen)
  }

  @Test func `A pipeline larger than every buffer goes through`() throws {
    let connection = try RedisConnection.open(configuration)
    let value = [UInt8](repeating: 0x78, count: 1000)
    var pipeline = RedisPipeline()
    for _ in 0..<10_000 { pipeline.command("ECHO", value) }
    let replies = try connection.exchange(pipeline)
    #expect(replies.count == 10_000)
    #expect(replies.allSatisfy { $0.bytes == value })
  }

  @Test func `An empty pipeline asks nothing`() throws {
    let connection = try RedisConnection.open(configuration)
    #expect(try connection.exchange(RedisPipeline()).isEmpty)
  }

  @Test func `A server that is not there is told apart from one that says no`() throws {
    redis.stop()
    let error = #expect(throws: RedisError.self) { try RedisConnection.open(configuration) }
    #expect(error?.code == "REDIS_CANNOT_CONNECT")
    #expect(error?.isRetryable == true)
  }

  @Test func `A server that ends closes the connection, and no signal ends us`() throws {
    let connection = try RedisConnection.open(configuration)
    redis.stop()
    #expect(throws: RedisError.self) { try get("a", on: connection) }
    #expect(!connection.isOpen)
  }
}
