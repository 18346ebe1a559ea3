import Cryptography
import Instants
import Licensing
import Postgres
import ServiceKit
import TestStores
import Testing

@testable import LicenseStore

/// A migrated database with one app, and what a worker needs to use it.
struct SeatFixture: Sendable {
  static let start = Timestamp(secondsSinceEpoch: 1_795_996_800)
  private static let sharedResult = Result { try SeatFixture() }

  let database: TestDatabase
  let keys: MasterKeys
  let appID = AppID(rawValue: .random(in: 0 ... .max))
  let time = ManualTimeSource(startingAt: start)

  /// One database for all tests that mind their own licences only.
  static func shared() throws -> SeatFixture { try sharedResult.get() }

  init() throws {
    database = try TestDatabase.make()
    keys = MasterKeys(current: try Self.key(number: 1))
    let connection = try connect()
    try Migrator.migrate(connection)
    try addApp(appID, keys, connection)
  }

  static func key(number: UInt8) throws -> NumberedSecret {
    let secret = SecretBytes(Array(repeating: number, count: 32))
    return try #require(NumberedSecret(number: number, secret: secret))
  }

  func connect() throws(PostgresError) -> PostgresConnection {
    try PostgresConnection.open(PostgresConfiguration(url: database.url))
  }

  func store(
    url: String? = nil, keys: MasterKeys? = nil,
    adjust: (inout PostgresConfiguration) -> Void = { _ in }
  ) -> PostgresStore {
    var configuration = PostgresConfiguration(url: url ?? database.url)
    adjust(&configuration)
    let log = Logger(process: "test", level: .error, sink: NoLog())
    return PostgresStore(configuration, keys: keys ?? self.keys, time: time, log: log)
  }

  func addApp(_ id: AppID, _ keys: MasterKeys, _ connection: PostgresConnection) throws {
    let sealed = try ClientKeyVault(keys: keys).seal(SecretBytes(Array("cak_x".utf8)), for: id)
    try connection.run(
      """
      INSERT INTO apps (id, name, settings, features, client_key, client_key_master, created_at)
      VALUES ($1, 'App', '{}', '{}', $2, $3, now())
      """, [.id(id), .bytes(sealed.bytes), .int(Int64(sealed.masterKeyNumber))])
  }

  /// A licence as an operator would have made it.
  func makeLicense(
    seats: Int? = 1, plan: Plan = .yearly, adjust: (inout License) -> Void = { _ in }
  ) throws -> License {
    var license = License(
      id: LicenseID(rawValue: .random(in: 0 ... .max)), appID: appID, code: .generate(),
      plan: plan, durationDays: plan.days, expiresAt: nil, allowDevices: seats, activatedAt: nil,
      disabledAt: nil, disabledReason: nil, features: Features(json: #"{"pro":true}"#),
      remark: nil, orderID: nil, version: 1, createdAt: Self.start)
    adjust(&license)
    try connect().run(LicenseStatements.insert(license, createdBy: nil, keys))
    return license
  }

  func command(
    _ license: License, _ device: String, adjust: (inout SeatCommand) -> Void = { _ in }
  ) -> SeatCommand {
    let id = RequestID.random()
    var command = SeatCommand(
      claim: RequestClaim(
        requestID: id, keyID: appID.description, nonce: id.description, contentHash: [1]),
      appID: appID, code: license.code, devices: [DeviceID(text: device)],
      fingerprintVersion: nil, address: "192.0.2.1", now: time.now(), tokenTTLSeconds: 43_200,
      tokenKeys: TokenKeyNumbers(current: 1))
    adjust(&command)
    return command
  }

  func count(_ condition: String) throws -> Int {
    Int(try database.value("SELECT count(*) FROM \(condition)")) ?? -1
  }

  func boundCount(_ license: License) throws -> Int {
    try count("device_bindings WHERE license_id = \(license.id.row) AND unbound_at IS NULL")
  }

  func unbind(_ binding: Binding) throws {
    try database.run(
      """
      UPDATE device_bindings SET unbound_at = now(), version = version + 1
      WHERE id = \(binding.id.row)
      """)
  }
}

struct NoLog: LogSink {
  func write(_ lines: [UInt8]) {}
}

extension ObjectID {
  /// As a `bigint` in SQL.
  var row: Int64 { Int64(bitPattern: rawValue) }
}

extension SeatOutcome {
  var grant: SeatGrant? {
    if case .done(let grant) = self { grant } else { nil }
  }

  var refusal: SeatRefusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }
}
