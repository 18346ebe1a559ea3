import Cryptography
import Instants
import JSON
import LicenseStore
import Licensing
import MessageBus
import Postgres
import ServiceKit
import TestStores
import Testing

@testable import Admin

/// The administration over a database of its own, with a clock by hand and a Redis that remembers.
final class AdminFixture {
  let database: TestDatabase
  let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 1_800_000_000))
  let publisher = RecordingPublisher()
  let store: PostgresStore
  let service: AdminService
  /// Of a key that may do everything.
  let key: String

  init() throws {
    database = try TestDatabase.make()
    let configuration = PostgresConfiguration(url: database.url)
    let connection = try PostgresConnection.open(configuration)
    try Migrator.migrate(connection)
    let log = Logger(process: "test", level: .error)
    store = PostgresStore(configuration, keys: Self.masterKeys, time: time, log: log)
    service = AdminService(store: store, publisher: publisher, time: time, log: log)
    key = try Self.makeKey(connection, ["admin"], at: time.now())
  }

  /// Another process over the same database.
  func sibling() throws -> AdminFixture { try AdminFixture(sharing: database, key: key) }

  /// A process whose PostgreSQL is nowhere.
  func stranded() throws -> AdminFixture {
    try AdminFixture(sharing: database, key: key, url: "postgresql://x@/x?host=/nonexistent")
  }

  private init(sharing database: TestDatabase, key: String, url: String? = nil) throws {
    self.database = database
    self.key = key
    let log = Logger(process: "test", level: .error)
    store = PostgresStore(
      PostgresConfiguration(url: url ?? database.url), keys: Self.masterKeys, time: time, log: log)
    service = AdminService(store: store, publisher: publisher, time: time, log: log)
  }

  static let masterKeys: MasterKeys = {
    guard
      let key = NumberedSecret(number: 1, secret: SecretBytes([UInt8](repeating: 7, count: 32)))
    else { preconditionFailure("a test's key has 32 bytes") }
    return MasterKeys(current: key)
  }()

  private static func makeKey(
    _ connection: PostgresConnection, _ scopes: [String], app: AppID? = nil, at now: Timestamp
  ) throws -> String {
    let draft = try #require(
      OperatorKeyDraft(
        name: "ada", scopes: Set(scopes.compactMap(OperatorScope.init(rawValue:))), appID: app))
    return try OperatorKeyRepository(connection)
      .add(draft, by: LogAuthor(operatorName: "test", at: now)).secret.text
  }

  func makeKey(_ scopes: [String], app: String? = nil) throws -> String {
    let connection = try PostgresConnection.open(PostgresConfiguration(url: database.url))
    let app = try app.map { try #require(AppID(text: $0)) }
    return try Self.makeKey(connection, scopes, app: app, at: time.now())
  }

  /// The administration's clock is so many seconds ahead of the stores', which run on this host's.
  func setClock(aheadOfStores seconds: Int64) {
    time.jump(milliseconds: SystemTimeSource().wall().value + seconds * 1000 - time.wall().value)
  }

  // MARK: Calls

  struct Reply {
    var status: Int
    var headers: [String: String]
    var body: JSONValue

    var code: String? { body["code"]?.string }
    subscript(name: String) -> JSONValue? { body[name] }
  }

  @discardableResult
  func call(
    _ method: String, _ path: String, _ body: String = "", key: String? = nil,
    headers: [String: String] = [:], id: RequestID = .random()
  ) throws -> Reply {
    var all = headers
    if all["authorization"] == nil { all["authorization"] = "Bearer \(key ?? self.key)" }
    let request = BusRequest(
      id: id, method: method, target: Array("/admin/v1\(path)".utf8),
      headers: all.filter { $0.value != "-" }.map { BusHeader($0.key, $0.value) },
      clientAddress: "192.0.2.1", deadline: MonotonicTime(nanoseconds: .max), traceID: "",
      body: Array(body.utf8), receivedAt: time.monotonic())
    let reply = service.reply(to: request)
    return Reply(
      status: reply.status,
      headers: Dictionary(
        reply.headers.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) },
        uniquingKeysWith: { _, last in last }),
      body: reply.body.isEmpty ? .null : try JSON.parse(reply.body))
  }

  func makeApp(_ name: String = "A") throws -> String {
    try #require(call("POST", "/apps", #"{"name":"\#(name)"}"#)["id"]?.string)
  }

  /// The first of the licences made.
  func makeLicense(_ app: String, _ fields: String = #""plan":"yearly""#) throws -> JSONValue {
    let reply = try call("POST", "/licenses", #"{"app_id":"\#(app)",\#(fields)}"#)
    return try #require(reply["licenses"]?.array?.first)
  }

  func makeLicenseID(_ app: String, _ fields: String = #""plan":"yearly""#) throws -> String {
    try #require(makeLicense(app, fields)["id"]?.string)
  }

  /// Binds a device as an app's activation does.
  @discardableResult
  func activate(_ license: String, _ device: String) throws -> SeatGrant {
    let id = try #require(LicenseID(text: license))
    let record = try #require(try store.licenseRecord(id))
    let claim = RequestClaim(
      requestID: .random(), keyID: "app", nonce: "\(device)-\(license)", contentHash: [0])
    let outcome = try store.activate(
      SeatCommand(
        claim: claim, appID: record.license.appID, code: record.license.code,
        devices: [DeviceID(text: device)], fingerprintVersion: nil,
        description: DeviceDescription(name: "n", model: "m"), address: nil, now: time.now(),
        tokenTTLSeconds: 43_200, tokenKeys: TokenKeyNumbers(current: 1)))
    guard case .done(let grant) = outcome else { throw ActivationRefused(outcome: outcome) }
    try store.outboxDelivered(grant.outboxIDs)
    return grant
  }

  struct ActivationRefused: Error { var outcome: SeatOutcome }

  /// Log rows of the actions named, in the order of writing.
  func actions() throws -> [String] {
    try database.run(
      "SELECT action FROM action_logs WHERE action NOT LIKE 'key.%' ORDER BY id"
    ).map { $0[0] }
  }

  func count(_ table: String) throws -> Int {
    Int(try database.value("SELECT count(*) FROM \(table)")) ?? -1
  }
}
