import Cryptography
import Licensing
import Postgres

/// Seals anew, by the newest master key, all that an older one sealed: licence rows and apps' client
/// keys. Nothing that a verdict reads changes, so no version is raised and Redis is not told.
///
/// Runs beside the service, in pages; a row that somebody holds is waited for as long as the
/// connection's limits allow.
public struct MasterKeyChange {
  /// Rows locked by one transaction.
  static let pageLimit = 200
  /// Passes over all rows; each but the last finds what a process that still made with the old key
  /// wrote meanwhile.
  static let passLimit = 5

  public struct Result: Hashable, Sendable {
    public var licenses = 0
    public var apps = 0
    /// Licences that are not as the service wrote them; left alone.
    public var tampered = 0
    /// Apps with a client key that cannot be opened; left alone.
    public var unopenableApps: [AppID] = []

    public init() {}
  }

  private let connection: PostgresConnection
  private let keys: MasterKeys
  private let old: Int64

  /// - Parameter number: of the key that is to go; not that of the newest.
  public init(_ connection: PostgresConnection, keys: MasterKeys, from number: UInt8) {
    precondition(number != keys.current.number, "the newest key stays")
    self.connection = connection
    self.keys = keys
    old = Int64(number)
  }

  public func run() throws -> Result {
    var result = Result()
    for _ in 0..<Self.passLimit {
      result.tampered = 0
      result.unopenableApps = []
      let before = result.licenses + result.apps
      try changeLicenses(&result)
      try changeApps(&result)
      if result.licenses + result.apps == before { return result }
    }
    throw StillInUse()
  }

  /// Some process makes with the old key and was not started anew.
  public struct StillInUse: Error, CustomStringConvertible {
    public var description: String {
      "new rows are still sealed by the old master key: start all processes anew first"
    }
  }

  // MARK: Licences

  private func changeLicenses(_ result: inout Result) throws(PostgresError) {
    var position = Int64.min
    while true {
      let page = try connection.transaction { (connection) throws(PostgresError) in
        try licensePage(after: position, connection)
      }
      guard let last = page.last else { return }
      result.licenses += page.changed
      result.tampered += page.tampered
      position = last
    }
  }

  private func licensePage(
    after position: Int64, _ connection: PostgresConnection
  ) throws(PostgresError) -> (last: Int64?, changed: Int, tampered: Int) {
    let rows = try connection.run(
      """
      SELECT \(LicenseColumns.all) FROM licenses l WHERE l.id > $1 AND l.row_mac_key = $2
      ORDER BY l.id LIMIT $3 FOR UPDATE
      """, [.int(position), .int(old), .int(Self.pageLimit)])
    var statements: [PostgresStatement] = []
    var last: Int64?
    for row in rows {
      last = try row.int("l_id")
      let found = try LicenseRow(row)
      if found.isTampered(keys) { continue }
      let seal = RowSeal(for: found.license, keys)
      statements.append(
        PostgresStatement(
          "UPDATE licenses SET row_mac = $2, row_mac_key = $3 WHERE id = $1",
          [.id(found.license.id), .bytes(seal.mac), .int(seal.keyNumber)]))
    }
    if !statements.isEmpty { try connection.runAll(statements) }
    return (last, statements.count, rows.count - statements.count)
  }

  // MARK: Apps

  private func changeApps(_ result: inout Result) throws {
    let ids = try connection.run(
      "SELECT id FROM apps WHERE $1 IN (client_key_master, old_client_key_master)", [.int(old)])
    for row in ids {
      let id: AppID = try row.id("id")
      if try changeApp(id) { result.apps += 1 } else { result.unopenableApps.append(id) }
    }
  }

  /// One key at a time; `false`: it cannot be opened.
  private func changeApp(_ id: AppID) throws -> Bool {
    let isCurrentDone = try change("client_key", of: id)
    let isOldDone = try change("old_client_key", of: id)
    return isCurrentDone && isOldDone
  }

  private func change(_ column: String, of id: AppID) throws -> Bool {
    let found = try connection.run(
      "SELECT \(column) AS sealed FROM apps WHERE id = $1 AND \(column)_master = $2",
      [.id(id), .int(old)])
    guard let row = found.first else { return true }
    let bytes = try row.bytes("sealed")
    let vault = ClientKeyVault(keys: keys)
    let sealed = ClientKeyVault.Sealed(bytes: bytes, masterKeyNumber: UInt8(old))
    guard let secret = vault.open(sealed, of: id) else { return false }
    let anew = try vault.seal(secret, for: id)
    // Unless somebody turned the key meanwhile.
    try connection.run(
      """
      UPDATE apps SET \(column) = $3, \(column)_master = $4 WHERE id = $1 AND \(column) = $2
      """, [.id(id), .bytes(bytes), .bytes(anew.bytes), .int(Int64(anew.masterKeyNumber))])
    return true
  }
}
