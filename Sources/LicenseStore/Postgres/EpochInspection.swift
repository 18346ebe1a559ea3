import Postgres

/// The row `redis_epoch` and the server that it lies on, looked at without changing anything: what
/// workers do about a difference is `redisEpoch()`.
public struct EpochInspection: Hashable, Sendable {
  public let row: EpochRow
  /// Whether the epoch was made for this PostgreSQL: its system identifier and timeline.
  public let isOfThisServer: Bool

  public init(row: EpochRow, isOfThisServer: Bool) {
    self.row = row
    self.isOfThisServer = isOfThisServer
  }

  public static func read(
    _ connection: PostgresConnection
  ) throws(PostgresError) -> EpochInspection {
    let found = try connection.run(
      "SELECT \(PostgresStore.epochColumns), \(PostgresStore.epochServer) FROM redis_epoch"
    ).only()
    let row = try EpochRow(found)
    let identifier = try found.text("server_identifier")
    let timeline = try found.int("server_timeline")
    return EpochInspection(
      row: row,
      isOfThisServer: identifier == row.systemIdentifier && timeline == row.timeline)
  }
}
