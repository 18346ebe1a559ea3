import Instants
import LicenseStore
import Licensing
import Redis
import TestStores
import Testing

@Suite struct RedisPublishTests {
  let bench: RedisBench
  let store: RedisStore

  init() throws {
    bench = try RedisBench()
    store = try bench.makeReadyStore()
  }

  private func publish(_ license: StoredLicense) throws -> PublishOutcome {
    try store.publish(.license(license), epoch: 1)
  }

  private func publish(_ binding: StoredBinding) throws -> PublishOutcome {
    try store.publish(.binding(binding, tokenTTLSeconds: 43_200), epoch: 1)
  }

  @Test func `What is published is read by the next trip`() throws {
    let license = Samples.license(version: 1)
    let binding = Samples.binding(version: 1)
    let outcomes = try store.publish(
      [.license(license), .binding(binding, tokenTTLSeconds: 43_200), .appsRevision(12)], epoch: 1)
    #expect(outcomes == [.written, .written, .written])
    let result = try bench.read(store)
    #expect(result.licenses == [license])
    #expect(result.bindings == [binding])
    #expect(result.ends == [nil])
    #expect(result.appsRevision == 12)
  }

  @Test func `A lower version never replaces a higher one`() throws {
    let revoked = Samples.license(version: 3, disabledAt: Samples.start, readAt: 1)
    #expect(try publish(revoked) == .written)
    #expect(try publish(Samples.license(version: 2, readAt: 9)) == .newerExists)
    #expect(try bench.read(store).licenses == [revoked])
    let unbound = Samples.binding(version: 3, isUnbound: true, readAt: 1)
    #expect(try publish(unbound) == .written)
    #expect(try publish(Samples.binding(version: 2, readAt: 9)) == .newerExists)
    #expect(try bench.read(store).bindings == [unbound])
  }

  @Test func `A higher version replaces a lower one, even if it was read earlier`() throws {
    #expect(try publish(Samples.binding(version: 9, readAt: 9)) == .written)
    let next = Samples.binding(version: 10, readAt: 1)
    #expect(try publish(next) == .written)
    #expect(try bench.read(store).bindings == [next])
  }

  @Test func `Of one version the value that was read later counts`() throws {
    let later = Samples.license(version: 2, readAt: 20, features: #"{"later":1}"#)
    #expect(try publish(Samples.license(version: 2, readAt: 10)) == .written)
    #expect(try publish(later) == .written)
    #expect(try publish(Samples.license(version: 2, readAt: 20)) == .newerExists)
    #expect(try publish(Samples.license(version: 2, readAt: 19)) == .newerExists)
    #expect(try bench.read(store).licenses == [later])
  }

  @Test func `A late fill of an older version does not undo a revocation`() throws {
    let reader = try bench.makeReadyStore()
    let epochOfReader = try #require(reader.epoch)
    let readBefore = Samples.license(version: 1, readAt: 5)
    let revoked = Samples.license(version: 2, disabledAt: Samples.start, readAt: 4)
    #expect(try publish(revoked).isThere)
    #expect(try reader.publish(.license(readBefore), epoch: epochOfReader) == .newerExists)
    #expect(try bench.read(reader).licenses == [revoked])
  }

  @Test func `The revision of all apps never goes back`() throws {
    #expect(try store.publish(.appsRevision(5), epoch: 1) == .written)
    #expect(try store.publish(.appsRevision(4), epoch: 1) == .newerExists)
    #expect(try store.publish(.appsRevision(5), epoch: 1) == .newerExists)
    #expect(try bench.read(store).appsRevision == 5)
    #expect(try store.publish(.appsRevision(6), epoch: 1) == .written)
    #expect(try bench.read(store).appsRevision == 6)
  }

  @Test(arguments: [
    "garbage", "", "1 999 1 aaaaaaaaaaaaa ? - - - {}", "2 999 1 aaaaaaaaaaaaa y - - - {}",
    "1 9999999999999999 1 aaaaaaaaaaaaa y - - - {}",
  ])
  func `A value that cannot be read counts as version 0`(text: String) throws {
    let key = "cs:1:l:" + "\(Samples.licenseID)".dropFirst(4)
    try bench.redis.run("set", key, text)
    #expect(try bench.read(store).licenses == [nil])
    #expect(try publish(Samples.license(version: 1)) == .written)
    #expect(try bench.read(store).licenses == [Samples.license(version: 1)])
  }

  @Test func `A value of another type counts as version 0, too`() throws {
    let id = "\(Samples.bindingID)".dropFirst(4)
    try bench.redis.run("lpush", "cs:1:b:\(id)", "x")
    try bench.redis.run("lpush", "cs:1:e:\(id)", "x")
    let result = try bench.read(store)
    #expect(result.bindings == [nil])
    #expect(result.ends == [nil])
    #expect(try publish(Samples.binding(version: 1)) == .written)
    #expect(try bench.read(store).bindings == [Samples.binding(version: 1)])
  }

  @Test(arguments: ["%s%n%s%n", "a b c d e", "xxxxxxxx\r\nFLUSHALL", "1 1 1 {} -"])
  func `Whatever a device is called, it is stored literally (RED-03)`(device: String) throws {
    let binding = Samples.binding(version: 1, device: device)
    #expect(try publish(binding) == .written)
    #expect(try bench.read(store).bindings == [binding])
    #expect(try publish(binding) == .newerExists)
  }

  @Test func `A script that Redis has forgotten is loaded again`() throws {
    try bench.redis.run("script", "flush")
    #expect(try publish(Samples.license(version: 1)) == .written)
    #expect(try publish(Samples.license(version: 1)) == .newerExists)
  }

  @Test func `A binding is kept for a day, or for one and a half token lives`() throws {
    _ = try store.publish(.license(Samples.license(version: 1)), epoch: 1)
    _ = try store.publish(.binding(Samples.binding(version: 1), tokenTTLSeconds: 60), epoch: 1)
    let id = "\(Samples.bindingID)".dropFirst(4)
    let license = "\(Samples.licenseID)".dropFirst(4)
    #expect((86_000...86_400).contains(try secondsLeft("cs:1:b:\(id)")))
    #expect((86_000...86_400).contains(try secondsLeft("cs:1:l:\(license)")))
    _ = try store.publish(.binding(Samples.binding(version: 2), tokenTTLSeconds: 100_000), epoch: 1)
    #expect((149_600...150_000).contains(try secondsLeft("cs:1:b:\(id)")))
  }

  private func secondsLeft(_ key: String) throws -> Int {
    Int(try bench.redis.run("ttl", key)) ?? 0
  }
}
