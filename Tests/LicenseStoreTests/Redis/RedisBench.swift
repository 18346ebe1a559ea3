import Instants
import LicenseStore
import Redis
import ServiceKit
import TestStores

/// A Redis of the test's own, and stores of as many processes as it likes.
struct RedisBench {
  let redis: TestRedis
  let table = EpochTable()
  let time = ManualTimeSource(startingAt: Samples.start)

  init() throws {
    redis = try TestRedis.start()
  }

  func makeStore(timeoutMilliseconds: Int64 = 1000) throws -> RedisStore {
    try makeStore(on: redis, timeoutMilliseconds: timeoutMilliseconds)
  }

  func makeStore(on redis: TestRedis, timeoutMilliseconds: Int64 = 1000) throws -> RedisStore {
    var configuration = try RedisConfiguration(url: redis.url)
    configuration.timeoutMilliseconds = timeoutMilliseconds
    return RedisStore(
      configuration: configuration, time: time, log: Logger(process: "test", level: .error))
  }

  /// A store that is ready, under an epoch that has stood for long.
  func makeReadyStore() throws -> RedisStore {
    let store = try makeStore()
    store.keepUp(with: table)
    return store
  }

  func read(_ store: RedisStore) throws -> TripResult {
    var trip = VerificationTrip()
    trip.subjects = [Samples.subject]
    return try store.verificationTrip(trip)
  }

  func waitForOneSecond() {
    time.advance(seconds: 1)
    table.grow(older: 1)
  }
}

extension RedisBench {
  func keysWithoutEnd() throws -> [String] {
    let script = """
      local found = {}
      for _, key in ipairs(redis.call('KEYS', '*')) do
        if redis.call('PTTL', key) < 0 then table.insert(found, key) end
      end
      return found
      """
    return try redis.run("eval", script, "0").split(separator: "\n").map(String.init).sorted()
  }
}
