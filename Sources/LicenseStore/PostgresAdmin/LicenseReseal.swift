import Licensing
import Postgres

/// Makes a licence row that was edited behind the service's back count again, with what it says
/// now. Only the command line does this, by the will of a person who has looked at the row.
public struct LicenseReseal {
  public enum Outcome: Hashable, Sendable {
    case notFound
    /// The row is as the service wrote it; nothing was changed.
    case wasGenuine(LicenseID)
    /// The row names a plan that does not exist; that has to be put right first.
    case unknownPlan(LicenseID)
    case resealed(LicenseID)
  }

  private let connection: PostgresConnection
  private let keys: MasterKeys

  public init(_ connection: PostgresConnection, keys: MasterKeys) {
    self.connection = connection
    self.keys = keys
  }

  public func reseal(_ id: LicenseID, by author: LogAuthor) throws(PostgresError) -> Outcome {
    try reseal(where: "l.id = $1", .id(id), author)
  }

  public func reseal(_ code: LicenseCode, by author: LogAuthor) throws(PostgresError) -> Outcome {
    try reseal(where: "l.code = $1", .text(code.canonical), author)
  }

  private func reseal(
    where condition: String, _ value: PostgresValue, _ author: LogAuthor
  ) throws(PostgresError) -> Outcome {
    try connection.transaction { (connection) throws(PostgresError) in
      let rows = try connection.run(
        "SELECT \(LicenseColumns.all) FROM licenses l WHERE \(condition) FOR UPDATE", [value])
      guard let row = rows.first else { return .notFound }
      let found = try LicenseRow(row)
      guard found.isTampered(keys) else { return .wasGenuine(found.license.id) }
      guard Plan(rawValue: try row.text("l_plan")) != nil else {
        return .unknownPlan(found.license.id)
      }
      try write(found.license, author, connection)
      return .resealed(found.license.id)
    }
  }

  /// Seal, log row and outbox in the one transaction. The outbox tells Redis, whose value of the
  /// licence is of a lower version from then on.
  private func write(
    _ license: License, _ author: LogAuthor, _ connection: PostgresConnection
  ) throws(PostgresError) {
    var sealed = license
    sealed.version += 1
    let log = author.record(
      .licenseReseal, .license(license.id), app: license.appID, code: license.code)
    try connection.runAll([
      LicenseStatements.update(sealed, keys), log.statement,
      OutboxTable.insertion([.license(license.id)]),
    ])
  }
}
