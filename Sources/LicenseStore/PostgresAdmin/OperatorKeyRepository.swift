import Encodings
import Instants
import JSON
import Licensing
import Postgres

/// Operator keys in PostgreSQL. Used by the administration, by verification (introspection) and by
/// the command line.
public struct OperatorKeyRepository {
  /// A use is written down at most once in this time, so that reading costs no write each time.
  static let secondsBetweenUses: Int64 = 3600
  /// More keys than this are not listed; it is a tool for people.
  static let listLimit = 1000

  private let connection: PostgresConnection

  public init(_ connection: PostgresConnection) { self.connection = connection }

  /// The key with that secret, usable or not; `nil`: unknown.
  public func find(_ secret: OperatorSecret) throws(PostgresError) -> OperatorKey? {
    let rows = try connection.run(
      "SELECT \(Self.columns) FROM operator_keys WHERE key_hash = $1", [.bytes(secret.hash)])
    return try rows.first.map { (row) throws(PostgresError) in try OperatorKey(row) }
  }

  /// The key with that id, usable or not; `nil`: unknown.
  public func find(_ id: OperatorKeyID) throws(PostgresError) -> OperatorKey? {
    let rows = try connection.run(
      "SELECT \(Self.columns) FROM operator_keys WHERE id = $1", [.id(id)])
    return try rows.first.map { (row) throws(PostgresError) in try OperatorKey(row) }
  }

  /// The keys with these secrets, by the secrets' hashes; unknown ones are left out.
  public func findAll(
    _ secrets: [OperatorSecret]
  ) throws(PostgresError) -> [[UInt8]: OperatorKey] {
    let rows = try connection.run(
      """
      SELECT \(Self.columns), key_hash FROM operator_keys
      WHERE key_hash = ANY (SELECT decode(h, 'hex') FROM unnest($1::text[]) AS h)
      """, [.texts(secrets.map { Hex.encode($0.hash) })])
    var keys: [[UInt8]: OperatorKey] = [:]
    for row in rows { keys[try row.bytes("key_hash")] = try OperatorKey(row) }
    return keys
  }

  /// All keys, the newest first, revoked ones included.
  public func list() throws(PostgresError) -> [OperatorKey] {
    let rows = try connection.run(
      """
      SELECT \(Self.columns) FROM operator_keys ORDER BY created_at DESC, id DESC
      LIMIT \(Self.listLimit)
      """)
    var keys: [OperatorKey] = []
    for row in rows { keys.append(try OperatorKey(row)) }
    return keys
  }

  /// Makes a key and its log row. The secret is in the answer and nowhere else.
  public func add(_ draft: OperatorKeyDraft, by author: LogAuthor) throws(PostgresError) -> (
    key: OperatorKey, secret: OperatorSecret
  ) {
    let key = OperatorKey(
      id: .random(), name: draft.name, scopes: draft.scopes, appID: draft.appID,
      createdAt: author.at, expiresAt: draft.expiresAt)
    let secret = OperatorSecret.generate()
    _ = try connection.transaction { (connection) throws(PostgresError) in
      try connection.runAll([Self.insertion(key, secret), author.record(.keyAdd, key).statement])
    }
    return (key, secret)
  }

  /// Whether there was such a key that was not revoked before. Operators' calls refuse it from the
  /// next one on, introspection within a second.
  public func revoke(_ id: OperatorKeyID, by author: LogAuthor) throws(PostgresError) -> Bool {
    try connection.transaction { (connection) throws(PostgresError) in
      let rows = try connection.run(
        """
        UPDATE operator_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL
        RETURNING \(Self.columns)
        """, [.id(id), .timestamp(author.at)])
      guard let row = rows.first else { return false }
      try connection.runAll([author.record(.keyRevoke, try OperatorKey(row)).statement])
      return true
    }
  }

  /// Writes down that the key was used, seldom.
  public func noteUse(of key: OperatorKey, at now: Timestamp) throws(PostgresError) {
    if let last = key.lastUsedAt, now - last < Self.secondsBetweenUses { return }
    try connection.run(
      "UPDATE operator_keys SET last_used_at = $2 WHERE id = $1", [.id(key.id), .timestamp(now)])
  }

  static let columns =
    "id, name, scopes, app_id, created_at, expires_at, last_used_at, revoked_at"

  private static func insertion(_ key: OperatorKey, _ secret: OperatorSecret) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO operator_keys (id, name, key_hash, scopes, app_id, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      [
        .id(key.id), .text(key.name), .bytes(secret.hash), .texts(key.scopeNames), .id(key.appID),
        .timestamp(key.createdAt), .timestamp(key.expiresAt),
      ])
  }
}

/// What a new operator key is to be.
public struct OperatorKeyDraft: Hashable, Sendable {
  public static let nameLengths = 1...100

  public var name: String
  public var scopes: Set<OperatorScope>
  public var appID: AppID?
  public var expiresAt: Timestamp?

  /// `nil`: the name is empty or too long, or no scope is given.
  public init?(
    name: String, scopes: Set<OperatorScope>, appID: AppID? = nil, expiresAt: Timestamp? = nil
  ) {
    guard Self.nameLengths.contains(name.unicodeScalars.count), !scopes.isEmpty else { return nil }
    self.name = name
    self.scopes = scopes
    self.appID = appID
    self.expiresAt = expiresAt
  }
}

/// Who makes a change, from where, and when: what each log row says first.
public struct LogAuthor: Hashable, Sendable {
  public var operatorName: String
  public var at: Timestamp
  public var address: String?
  public var requestID: RequestID?

  public init(
    operatorName: String, at: Timestamp, address: String? = nil, requestID: RequestID? = nil
  ) {
    self.operatorName = operatorName
    self.at = at
    self.address = address
    self.requestID = requestID
  }
}

extension LogAuthor {
  func record(
    _ action: LogAction, _ target: LogTarget, app: AppID?, code: LicenseCode? = nil,
    detail: JSONObject = [:]
  ) -> LogRecord {
    LogRecord(
      at: at, operatorName: operatorName, action: action, target: target, appID: app, code: code,
      detail: detail, address: address, requestID: requestID)
  }

  fileprivate func record(_ action: LogAction, _ key: OperatorKey) -> LogRecord {
    let detail: JSONObject = [
      "name": .string(key.name), "scopes": .array(key.scopeNames.map(JSONValue.string)),
    ]
    return record(action, .key(key.id), app: key.appID, detail: detail)
  }
}

extension OperatorKey {
  init(_ row: PostgresRow) throws(PostgresError) {
    self.init(
      id: try row.id("id"), name: try row.text("name"),
      scopes: Set(try row.texts("scopes").compactMap(OperatorScope.init(rawValue:))),
      appID: try row.optionalID("app_id"),
      createdAt: try row.timestamp("created_at"),
      expiresAt: try row.optionalTimestamp("expires_at"),
      lastUsedAt: try row.optionalTimestamp("last_used_at"),
      revokedAt: try row.optionalTimestamp("revoked_at"))
  }

  /// In a fixed order.
  fileprivate var scopeNames: [String] {
    OperatorScope.allCases.filter(scopes.contains).map(\.rawValue)
  }
}

extension ObjectID {
  /// 64 bits of the system's generator.
  public static func random() -> Self {
    var generator = SystemRandomNumberGenerator()
    return Self(rawValue: generator.next())
  }
}
