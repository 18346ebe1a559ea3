import Cryptography
import Encodings
import Instants
import LicenseStore
import Licensing
import MessageBus
import Postgres
import Redis
import ServiceAPI
import ServiceKit
import TestStores

/// What workers need, over stores of a test's own and a clock by hand; and an operator beside them.
public final class WorkerBench {
  public struct Fault: Error {}

  public let database: TestDatabase
  public let redis: TestRedis
  /// The workers' way to PostgreSQL.
  public let gate: PostgresGate
  public let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 1_800_000_000))
  public let tokenKeys = TokenKeys(current: WorkerBench.secret(1))
  public let credentials: CredentialIssuer
  public let publicKey: Ed25519PublicKey
  public let log = Logger(process: "test", level: .error)
  /// As the administration uses it.
  public let operators: PostgresStore
  public let appID: AppID
  /// How far the workers' clock, which is moved by hand, may be from those of the stores.
  public var clockLimits = ClockLimits.none
  private let masterKeys = MasterKeys(current: WorkerBench.secret(2))

  public init(_ adjust: (inout App) -> Void = { _ in }) throws {
    database = try TestDatabase.make()
    redis = try TestRedis.start()
    gate = PostgresGate(to: database)
    try Migrator.migrate(PostgresConnection.open(PostgresConfiguration(url: database.url)))
    let signingKey = try Ed25519PrivateKey.generate()
    credentials = CredentialIssuer(issuer: "issuer", key: signingKey)
    publicKey = signingKey.publicKey
    operators = PostgresStore(
      url: database.url, process: "test", keys: masterKeys, time: time, log: log)
    appID = try Self.makeApp(operators, at: time.now(), adjust)
  }

  public static func secret(_ number: UInt8) -> NumberedSecret {
    let bytes = SecretBytes(Array(repeating: number, count: NumberedSecret.byteCount))
    guard let secret = NumberedSecret(number: number, secret: bytes) else {
      preconditionFailure("a test's key has 32 bytes")
    }
    return secret
  }

  /// The workers' clock is so many seconds ahead of the stores', which run on this host's.
  public func setClock(aheadOfStores seconds: Int64) {
    time.jump(milliseconds: SystemTimeSource().wall().value + seconds * 1000 - time.wall().value)
  }

  // MARK: Workers

  /// - Parameter directory: shared with other lanes; without one the lane has its own.
  public func makeSession(
    _ directory: AppDirectory? = nil, clocks: ClockWatch? = nil
  ) throws -> StoreSession {
    StoreSession(
      postgres: PostgresStore(
        url: gate.url, process: "test", keys: masterKeys, time: time, log: log),
      redis: RedisStore(
        configuration: try RedisConfiguration(url: redis.url), time: time, log: log),
      directory: directory,
      clocks: clocks ?? ClockWatch(limits: clockLimits, time: time, log: log),
      time: time, log: log)
  }

  /// Activation as its process makes it.
  public func makeActivation() throws -> SeatHandler {
    let call = SeatCall(
      path: "/v1/activate", deviceRule: .activateDevice, addressRule: .activateAddress
    ) { store, command, slidEnd throws(StoreError) in
      try store.activate(command, slidEnd: slidEnd)
    }
    return try makeSeats(call, "activation")
  }

  /// Renewal as its process makes it.
  public func makeRenewal() throws -> SeatHandler {
    let call = SeatCall(
      path: "/v1/renew", deviceRule: .renewDevice, addressRule: nil
    ) { store, command, slidEnd throws(StoreError) in
      try store.renew(command, slidEnd: slidEnd)
    }
    return try makeSeats(call, "renewal")
  }

  private func makeSeats(_ call: SeatCall, _ service: String) throws -> SeatHandler {
    SeatHandler(
      call, service: service, session: try makeSession(), tokenKeys: tokenKeys,
      credentials: credentials, log: log)
  }

  /// What `cs:<epoch>:` and a pattern find in Redis.
  public func redisKeys(_ pattern: String) throws -> [String] {
    try redis.run("keys", "cs:*:\(pattern)").split(separator: "\n").map(String.init)
  }

  /// How often Redis was asked for values, by any worker.
  public func redisReads() throws -> Int {
    let stats = try redis.run("info", "commandstats")
    // cmdstat_mget:calls=2,usec=…
    let calls = stats.split(separator: "_mget:calls=").dropFirst().first?.prefix { $0.isNumber }
    return calls.flatMap { Int($0) } ?? 0
  }

  /// Ends the time in which nonces may have been forgotten since the epoch was made.
  public func ageEpoch() throws {
    try database.run("UPDATE redis_epoch SET changed_at = changed_at - interval '12 minutes'")
  }
}
