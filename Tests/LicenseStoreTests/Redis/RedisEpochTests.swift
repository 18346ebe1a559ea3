import Glibc
import Instants
import LicenseStore
import Licensing
import Redis
import TestStores
import Testing

@Suite struct RedisEpochTests {
  let bench: RedisBench
  let store: RedisStore

  init() throws {
    bench = try RedisBench()
    store = try bench.makeReadyStore()
  }

  @Test func `The first Redis of a database is in use at once, and settled`() {
    #expect(store.state == .ready(epoch: 1))
    #expect(store.isEpochSettled)
    #expect(store.remembersAllNonces)
    #expect(bench.table.row.runID == store.server?.runID)
  }

  @Test func `Redis tells its clock`() throws {
    let clock = SystemTimeSource()
    let before = clock.wall()
    let theirs = try store.clock()
    #expect(before <= theirs && theirs <= clock.wall())
    #expect(throws: RedisStoreError.away) { try bench.makeStore().clock() }
  }

  @Test func `Before the row was read nothing is read or written`() throws {
    let other = try bench.makeStore()
    #expect(other.state == .away)
    #expect(throws: RedisStoreError.away) { try bench.read(other) }
    #expect(other.reconcile(nil) == .away)
    #expect(throws: RedisStoreError.away) {
      try other.publish(.appsRevision(1), epoch: 1)
    }
  }

  @Test func `FLUSHALL between two trips is noticed`() throws {
    _ = try store.publish(.license(Samples.license(version: 1)), epoch: 1)
    #expect(try bench.read(store).licenses[0]?.version == 1)
    try bench.redis.run("flushall")
    #expect(throws: RedisStoreError.epochLost) { try bench.read(store) }
    #expect(store.state == .unconfirmed(runID: bench.table.row.runID))
    #expect(throws: RedisStoreError.away) { try bench.read(store) }
    #expect(store.keepUp(with: bench.table) == 2)
    #expect(try bench.read(store).licenses == [nil])
    #expect(!store.isEpochSettled)
    #expect(!store.remembersAllNonces)
    bench.time.advance(seconds: 3)
    #expect(store.isEpochSettled)
    #expect(!store.remembersAllNonces)
    bench.time.advance(seconds: 657)
    #expect(store.remembersAllNonces)
  }

  @Test func `FLUSHALL before a write is noticed by the write`() throws {
    try bench.redis.run("flushall")
    #expect(throws: RedisStoreError.epochLost) {
      try store.publish(.license(Samples.license(version: 1)), epoch: 1)
    }
    #expect(try bench.redis.run("dbsize") == "0")
  }

  @Test func `FLUSHALL before a claim, a count or an end is noticed as well`() throws {
    let questions: [(RedisStore) throws -> Void] = [
      { _ = try $0.claimNonce(Samples.claim("n")) },
      { _ = try $0.countRates([Samples.check(limit: 1)]) },
      { _ = try $0.peekRates([Samples.check(limit: 1)]) },
      { _ = try $0.slidEnd(of: Samples.bindingID, generation: 1) },
      { try $0.write([]) },
    ]
    for question in questions {
      store.keepUp(with: bench.table)
      try bench.redis.run("flushall")
      #expect(throws: RedisStoreError.epochLost) { try question(store) }
    }
  }

  /// `GET` of such a mark is an error each time; Redis would count as away for ever.
  @Test func `A mark that became a value of another type begins a new epoch`() throws {
    let questions: [(RedisStore) throws -> Void] = [
      { _ = try bench.read($0) },
      { _ = try $0.publish(.appsRevision(1), epoch: bench.table.row.epoch) },
    ]
    for (number, question) in questions.enumerated() {
      let epoch = number + 1
      try bench.redis.run("del", "cs:\(epoch):run")
      try bench.redis.run("rpush", "cs:\(epoch):run", "x")
      #expect(throws: RedisStoreError.epochLost) { try question(store) }
      #expect(store.keepUp(with: bench.table) == Int64(epoch + 1))
      #expect(try bench.read(store).licenses == [nil])
    }
  }

  @Test func `A restart from an old dump revives nothing`() throws {
    let valid = Samples.license(version: 1)
    let revoked = Samples.license(version: 2, disabledAt: Samples.start)
    _ = try store.publish(.license(valid), epoch: 1)
    try bench.redis.run("save")
    _ = try store.publish(.license(revoked), epoch: 1)
    bench.redis.stop()
    try bench.redis.start()
    #expect(try bench.redis.run("exists", "cs:1:run") == "1")
    #expect(throws: RedisStoreError.self) { try bench.read(store) }
    #expect(store.state == .away)
    bench.waitForOneSecond()
    #expect(store.keepUp(with: bench.table) == 2)
    #expect(try bench.read(store).licenses == [nil])
    #expect(!store.isEpochSettled)
  }

  @Test func `A restart without a dump is noticed`() throws {
    bench.table.grow(older: 60)
    bench.redis.stop()
    try bench.redis.start()
    #expect(throws: RedisStoreError.self) { try bench.read(store) }
    bench.waitForOneSecond()
    #expect(store.keepUp(with: bench.table) == 2)
    #expect(try bench.read(store).licenses == [nil])
  }

  @Test func `A replica is not used, and its promotion is noticed`() throws {
    _ = try store.publish(.license(Samples.license(version: 1)), epoch: 1)
    let replica = try TestRedis.start()
    try replicate(to: replica)
    let other = try bench.makeStore(on: replica)
    #expect(other.keepUp(with: bench.table) == nil)
    #expect(other.state == .away)
    try replica.run("replicaof", "no", "one")
    #expect(try replica.run("exists", "cs:1:run") == "1")
    bench.waitForOneSecond()
    #expect(other.keepUp(with: bench.table) == 2)
    #expect(try bench.read(other).licenses == [nil])
    // Here both servers are younger than a second: as if the first had run for longer than that.
    bench.table.grow(older: -100)
    #expect(store.keepUp(with: bench.table) == nil, "the Redis before is no longer named")
    #expect(store.state == .away)
  }

  @Test func `A Redis that ran all the time does not take the place of the one that is named`()
    throws
  {
    let wrong = try TestRedis.start()
    // Older than the row: it was there when the row was written, and was not chosen.
    let misled = try bench.makeStore(on: wrong)
    bench.table.grow(older: -100)
    #expect(misled.keepUp(with: bench.table) == nil)
    #expect(bench.table.row.epoch == 1)
    #expect(store.keepUp(with: bench.table) == 1)
  }

  @Test func `What is written late under an old epoch is read by nobody`() throws {
    let late = try bench.makeReadyStore()
    // A new epoch of the same Redis, as after a restore of PostgreSQL.
    _ = bench.table.raise(from: 1, runID: bench.table.row.runID)
    #expect(store.keepUp(with: bench.table) == 2)
    let stale = Samples.license(version: 9)
    #expect(try late.publish(.license(stale), epoch: 1) == .written)
    #expect(try bench.read(store).licenses == [nil])
    let key = "cs:1:l:" + "\(Samples.licenseID)".dropFirst(4)
    #expect(Int(try bench.redis.run("ttl", key)) ?? -1 > 0, "it dies by itself")
    #expect(late.keepUp(with: bench.table) == 2)
    #expect(try late.publish(.license(stale), epoch: 1) == .epochPassed)
    #expect(try bench.read(store).licenses == [nil])
  }

  @Test func `Two processes that notice at once agree on one epoch`() throws {
    let other = try bench.makeReadyStore()
    try bench.redis.run("flushall")
    #expect(throws: RedisStoreError.epochLost) { try bench.read(store) }
    #expect(throws: RedisStoreError.epochLost) { try bench.read(other) }
    let row = bench.table.row
    #expect(store.reconcile(row) == .raise(from: 1, runID: row.runID))
    #expect(other.reconcile(row) == .raise(from: 1, runID: row.runID))
    let won = bench.table.raise(from: 1, runID: row.runID)
    let lost = bench.table.raise(from: 1, runID: row.runID)
    #expect(won == lost)
    #expect(store.reconcile(won) == .ready(epoch: 2))
    #expect(other.reconcile(lost) == .ready(epoch: 2))
  }

  @Test func `A process that stood still does not write into the epoch that followed`() throws {
    let epochBefore = try #require(store.epoch)
    let other = try bench.makeReadyStore()
    try bench.redis.run("flushall")
    #expect(throws: RedisStoreError.epochLost) { try bench.read(other) }
    #expect(other.keepUp(with: bench.table) == 2)
    #expect(throws: RedisStoreError.epochLost) {
      try store.publish(.license(Samples.license(version: 1)), epoch: epochBefore)
    }
    #expect(store.keepUp(with: bench.table) == 2)
    let late = try store.publish(.license(Samples.license(version: 1)), epoch: epochBefore)
    #expect(late == .epochPassed)
  }

  @Test func `Without PostgreSQL the newest row known holds on`() throws {
    #expect(store.reconcile(nil) == .ready(epoch: 1))
    try bench.redis.run("client", "kill", "type", "normal")
    #expect(throws: RedisStoreError.self) { try bench.read(store) }
    bench.waitForOneSecond()
    #expect(store.reconcile(nil) == .ready(epoch: 1))
    try bench.redis.run("flushall")
    #expect(throws: RedisStoreError.epochLost) { try bench.read(store) }
    #expect(store.reconcile(nil) == .away)
    #expect(store.keepUp(with: bench.table) == 2)
  }

  @Test func `A Redis that failed is left alone for a second`() throws {
    let impatient = try bench.makeStore(timeoutMilliseconds: 50)
    impatient.keepUp(with: bench.table)
    let server = try #require(bench.redis.pid)
    kill(server, SIGSTOP)
    #expect(throws: RedisStoreError.failed(.timedOut)) { try bench.read(impatient) }
    kill(server, SIGCONT)
    #expect(impatient.state == .away)
    bench.time.advance(milliseconds: 999)
    #expect(impatient.keepUp(with: bench.table) == nil)
    bench.time.advance(milliseconds: 1)
    #expect(impatient.keepUp(with: bench.table) == 1)
  }

  @Test func `A Redis that may evict keys is not used`() throws {
    try bench.redis.run("config", "set", "maxmemory-policy", "allkeys-lru")
    let other = try bench.makeStore()
    #expect(other.keepUp(with: bench.table) == nil)
    #expect(other.state == .away)
    let configuration = try RedisConfiguration(url: bench.redis.url)
    #expect(try RedisServer.inspect(configuration).unfitness?.contains("noeviction") == true)
  }

  @Test func `A Redis that is full claims no nonce`() throws {
    try bench.redis.run("config", "set", "maxmemory", "1")
    #expect(throws: RedisStoreError.failed(.refused(code: "OOM"))) {
      try store.claimNonce(Samples.claim("n"))
    }
    #expect(store.state == .away)
  }

  /// Replication needs TCP: a port that is free now, on loopback.
  private func replicate(to replica: TestRedis) throws {
    let port = try freePort()
    try bench.redis.run("config", "set", "port", "\(port)")
    try replica.run("replicaof", "127.0.0.1", "\(port)")
    let deadline = SystemTimeSource().monotonic() + 10_000
    while SystemTimeSource().monotonic() < deadline {
      let info = try replica.run("info", "replication")
      if info.contains("master_link_status:up") { return }
    }
    Issue.record("the replica did not come up")
  }

  private func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
      }
    }
    try #require(isBound)
    return UInt16(bigEndian: address.sin_port)
  }
}
