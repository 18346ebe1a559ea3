import Redis
import Testing

@Suite struct RedisConfigurationTests {
  @Test func `A TCP address has port 6379 and database 0 unless it says otherwise`() throws {
    let plain = try RedisConfiguration(url: "redis://cache.internal")
    #expect(plain.address == .tcp(host: "cache.internal", port: 6379))
    #expect(plain.database == 0)
    #expect(plain.password == nil)
    let full = try RedisConfiguration(url: "redis://ada:p%40ss%3A@10.0.0.7:7000/3")
    #expect(full.address == .tcp(host: "10.0.0.7", port: 7000))
    #expect(full.username == "ada")
    #expect(full.password == "p@ss:")
    #expect(full.database == 3)
  }

  @Test func `A password may stand without a user`() throws {
    let configuration = try RedisConfiguration(url: "redis://:secret@host/")
    #expect(configuration.username == nil)
    #expect(configuration.password == "secret")
    #expect(configuration.database == 0)
  }

  @Test func `An IPv6 address stands in brackets`() throws {
    let configuration = try RedisConfiguration(url: "redis://[::1]:7001")
    #expect(configuration.address == .tcp(host: "::1", port: 7001))
    let short = try RedisConfiguration(url: "redis://[fd00::1]/2")
    #expect(short.address == .tcp(host: "fd00::1", port: 6379))
    #expect(short.database == 2)
  }

  @Test func `A socket is named by its path and may choose a database`() throws {
    let plain = try RedisConfiguration(url: "unix:///run/redis/s")
    #expect(plain.address == .unix(path: "/run/redis/s"))
    let full = try RedisConfiguration(url: "unix://:secret@/run/redis/s?db=2")
    #expect(full.address == .unix(path: "/run/redis/s"))
    #expect(full.password == "secret")
    #expect(full.database == 2)
  }

  @Test(arguments: [
    "", "http://host", "rediss://host", "redis://", "redis://host:0", "redis://host:65536",
    "redis://host:port", "redis://host/x", "redis://host/-1", "redis://user@host",
    "redis://user:@host", "redis://u:%zz@host", "unix://relative/path", "unix:///s?database=2",
    "unix:///s?db=", "redis://[::1", "redis://[::1]x:1",
    "unix:///" + String(repeating: "p", count: 107),
  ])
  func `Anything else is refused, with a reason that quotes nothing`(url: String) {
    let error = #expect(throws: RedisError.self) { try RedisConfiguration(url: url) }
    guard case .badConfiguration(let reason) = error else {
      Issue.record("expected a configuration error")
      return
    }
    #expect(url.isEmpty || !reason.contains(url))
    #expect(error?.isRetryable == false)
  }

  @Test func `What is shown has neither user nor password`() throws {
    let configuration = try RedisConfiguration(url: "redis://ada:secret@host:6380/1")
    #expect("\(configuration)" == "redis://host:6380/1")
    #expect(String(reflecting: configuration) == "redis://host:6380/1")
    var dumped = ""
    dump(configuration, to: &dumped)
    #expect(!dumped.contains("secret"))
  }
}
