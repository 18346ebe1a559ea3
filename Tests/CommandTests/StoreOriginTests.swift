import TestFiles
import Testing

@testable import countersign

struct StoreOriginTests {
  private let folder = TemporaryFolder()
  private let one: ClusterHome
  private let two: ClusterHome

  init() throws {
    one = ClusterHome(path: folder.path + "/one")
    two = ClusterHome(path: folder.path + "/two")
    for home in [one, two] { try home.prepare() }
    try write(one)
  }

  private func url(_ home: ClusterHome) -> String { StorePlace(path: home.path).databaseURL }

  private func write(_ home: ClusterHome, _ url: String? = nil) throws {
    try Files.write((url ?? self.url(home)) + "\n", to: home.databaseURLFile)
    try Files.write("unix://\(home.path)/redis/s\n", to: home.redisURLFile)
  }

  /// What a shell has that has read the `env` of that home.
  private func read(_ home: ClusterHome) -> [String: String] {
    [
      "DATABASE_URL": url(home), "REDIS_URL": "unix://\(home.path)/redis/s",
      "COUNTERSIGN_PIDS": home.pidFile,
    ]
  }

  private func refusal(_ environment: [String: String], _ home: ClusterHome) -> String? {
    do throws(CommandFault) {
      try StoreOrigin(environment: environment, home: home).refuse()
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `another home's stores are noticed by commands and refused by up`() throws {
    let notice = StoreOrigin(environment: read(one), home: two).notice
    #expect(
      notice == "uses the database of \(one.path), from the environment, not that of \(two.path)")
    #expect(refusal(read(one), two)?.contains("the database of \(one.path)") == true)
    try write(two)
    #expect(StoreOrigin(environment: read(one), home: two).notice == notice)
    #expect(refusal(read(one), two) != nil)
    var redisOnly = read(one)
    redisOnly["DATABASE_URL"] = nil
    #expect(refusal(redisOnly, two)?.contains("the Redis of \(one.path)") == true)
  }

  @Test func `a home's own stores are its own, however they are named`() throws {
    #expect(StoreOrigin(environment: read(one), home: one).notice == nil)
    #expect(refusal(read(one), one) == nil)
    #expect(StoreOrigin(environment: [:], home: one).notice == nil)
    #expect(refusal([:], one) == nil)
  }

  @Test func `a store of somebody else's is noticed once a home had another, and may be taken`()
    throws
  {
    let named = ["DATABASE_URL": "postgresql://ada:planted@h/d"]
    #expect(StoreOrigin(environment: named, home: two).notice == nil)
    let notice = StoreOrigin(environment: named, home: one).notice
    #expect(
      notice
        == "uses the database of DATABASE_URL, from the environment, not that of \(one.path)")
    #expect(refusal(named, one) == nil)
  }

  @Test func `a cluster that runs, or whose end was not seen, keeps its database`() throws {
    try Files.write(
      EnvironmentFile.text([("DATABASE_URL", url(one))]), to: one.environmentFile)
    let refused = refusal(["DATABASE_URL": "postgresql://ada:planted@h/d"], one)
    #expect(refused?.contains("unset DATABASE_URL") == true)
    #expect(refused?.contains("planted") == false)
  }

  @Test func `two homes may share a database of somebody else's`() throws {
    let shared = "postgresql://ada@h/d"
    for home in [one, two] { try write(home, shared) }
    let environment = ["DATABASE_URL": shared, "COUNTERSIGN_PIDS": one.pidFile]
    #expect(StoreOrigin(environment: environment, home: two).notice == nil)
    #expect(refusal(environment, two) == nil)
  }
}
