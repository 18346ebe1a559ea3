import Instants
import LicenseStore
import Licensing
import Redis
import TestStores
import Testing

@Suite struct RedisVerificationTests {
  let bench: RedisBench
  let store: RedisStore

  init() throws {
    bench = try RedisBench()
    store = try bench.makeReadyStore()
  }

  private func end(generation: UInt32, after seconds: Int64) -> SlidEnd {
    SlidEnd(
      bindingID: Samples.bindingID, generation: generation, endsAt: Samples.start + seconds,
      postgresEndsAt: Samples.start + 2 * seconds)
  }

  @Test func `A nonce is claimed once, whichever process is asked (SIG-01)`() throws {
    let other = try bench.makeReadyStore()
    #expect(try store.claimNonce(Samples.claim("nonce-1")) == .claimed)
    #expect(try store.claimNonce(Samples.claim("nonce-1")) == .replayed)
    #expect(try other.claimNonce(Samples.claim("nonce-1")) == .replayed)
    #expect(try bench.makeReadyStore().claimNonce(Samples.claim("nonce-1")) == .replayed)
    #expect(try other.claimNonce(Samples.claim("nonce-2")) == .claimed)
  }

  @Test func `The same request, sent again by the gateway, is no replay`() throws {
    let claim = Samples.claim("nonce-1")
    #expect(try store.claimNonce(claim) == .claimed)
    #expect(try store.claimNonce(claim) == .claimedBefore)
    #expect(try bench.makeReadyStore().claimNonce(claim) == .claimedBefore)
  }

  @Test func `Another key may use the same nonce`() throws {
    let other = NonceClaim(
      keyID: "app_aaaaaaaaaaaaa", nonce: "nonce-1", requestID: .random(), timestamp: Samples.start)
    #expect(try store.claimNonce(Samples.claim("nonce-1")) == .claimed)
    #expect(try store.claimNonce(other) == .claimed)
  }

  @Test func `A hundred thousand fresh nonces push no earlier one out (SIG-02)`() throws {
    #expect(try store.claimNonce(Samples.claim("captured")) == .claimed)
    // The most of them as their keys only, which is quicker.
    let many = "for i = 1, 90000 do redis.call('SET', 'cs:1:n' .. i, 'x', 'PX', 360000) end"
    try bench.redis.run("eval", many, "0")
    for batch in 0..<10 {
      var trip = VerificationTrip()
      trip.claims = (0..<1000).map { Samples.claim("fresh-\(batch)-\($0)") }
      #expect(try store.verificationTrip(trip).nonces.allSatisfy { $0 == .claimed })
    }
    #expect(try store.claimNonce(Samples.claim("captured")) == .replayed)
  }

  @Test func `A nonce that nobody claimed is not spent (SIG-03)`() throws {
    _ = try bench.read(store)
    #expect(try store.claimNonce(Samples.claim("not spent by a forgery")) == .claimed)
  }

  @Test(arguments: [(-300, 60), (0, 360), (300, 660)])
  func `A claim lives until its timestamp can no longer be accepted`(
    offset: Int64, seconds: Int64
  ) throws {
    let claim = NonceClaim(
      keyID: "app_x", nonce: "nonce", requestID: .random(), timestamp: Samples.start + offset)
    #expect(try store.claimNonce(claim) == .claimed)
    let left = try bench.redis.run(
      "eval",
      "for _, k in ipairs(redis.call('KEYS', 'cs:1:n*')) do return redis.call('PTTL', k) end", "0")
    #expect(((seconds - 30) * 1000...seconds * 1000).contains(Int64(left) ?? 0))
  }

  @Test func `One trip answers a whole batch in the order of what was asked`() throws {
    let bindings = (1...3).map { BindingID(rawValue: UInt64($0)) }
    for id in bindings where id.rawValue != 2 {
      var binding = Samples.binding(version: Int64(id.rawValue))
      binding.id = id
      _ = try store.publish(.binding(binding, tokenTTLSeconds: 60), epoch: 1)
    }
    _ = try store.publish(.license(Samples.license(version: 4)), epoch: 1)
    _ = try store.claimNonce(Samples.claim("b"))
    var trip = VerificationTrip()
    trip.claims = ["a", "b", "c", "c"].map { Samples.claim($0) }
    trip.subjects = bindings.map {
      VerificationTrip.Subject(bindingID: $0, licenseID: Samples.licenseID)
    }
    trip.slides = [SlideWrite(end(generation: 1, after: 60), tokenTTLSeconds: 60)]
    trip.rates = [Samples.check(limit: 1), Samples.check(limit: 1)]
    let result = try store.verificationTrip(trip)
    #expect(result.nonces == [.claimed, .replayed, .claimed, .replayed])
    #expect(result.bindings.map { $0?.version } == [1, nil, 3])
    #expect(result.licenses.map { $0?.version } == [4, 4, 4])
    #expect(result.ends == [nil, nil, nil])
    #expect(result.rates.map(\.isAllowed) == [true, false])
    #expect(result.appsRevision == nil)
  }

  @Test func `A batch costs one SET per nonce, one MGET, and one SET per slid end`() throws {
    try bench.redis.run("config", "resetstat")
    var trip = VerificationTrip()
    trip.claims = (0..<10).map { Samples.claim("nonce-\($0)") }
    trip.subjects = (0..<10).map { _ in Samples.subject }
    trip.slides = [SlideWrite(end(generation: 1, after: 60), tokenTTLSeconds: 60)]
    _ = try store.verificationTrip(trip)
    let statistics = try bench.redis.run("info", "commandstats")
    let calls = statistics.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("cmdstat_") }
      .map { $0.prefix { $0 != "," } }.filter { !$0.contains("config") && !$0.contains("info") }
    #expect(Set(calls) == ["cmdstat_set:calls=11", "cmdstat_mget:calls=1"])
  }

  @Test func `A slid end is that of its generation only`() throws {
    try store.write([SlideWrite(end(generation: 3, after: 600), tokenTTLSeconds: 43_200)])
    #expect(try bench.read(store).ends == [end(generation: 3, after: 600)])
    #expect(
      try store.slidEnd(of: Samples.bindingID, generation: 3) == Samples.start + 600)
    #expect(try store.slidEnd(of: Samples.bindingID, generation: 4) == nil)
    #expect(try store.slidEnd(of: BindingID(rawValue: 7), generation: 3) == nil)
  }

  @Test func `Every key has an end but apps and run`() throws {
    _ = try store.publish(
      [
        .license(Samples.license(version: 1)),
        .binding(Samples.binding(version: 1), tokenTTLSeconds: 60), .appsRevision(1),
      ], epoch: 1)
    var trip = VerificationTrip()
    trip.claims = (0..<50).map { Samples.claim("nonce-\($0)") }
    trip.slides = [SlideWrite(end(generation: 1, after: 60), tokenTTLSeconds: 60)]
    trip.rates = (0..<50).map { Samples.check(limit: 3, subject: "device-\($0 % 7)") }
    _ = try store.verificationTrip(trip)
    #expect(try bench.redis.run("dbsize") == "62")
    #expect(try bench.keysWithoutEnd() == ["cs:1:apps", "cs:1:run"])
  }
}
