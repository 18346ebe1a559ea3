import JSON
import Licensing
import Postgres

/// The one shape of every write of an operator: claim, change, and in the same transaction the log
/// row, what is left to be told to Redis, and the ids for those who ask again.
enum AdminTransaction {
  static func run<Made: Sendable>(
    _ connection: PostgresConnection, _ context: WriteContext,
    _ change: (PostgresConnection) throws(PostgresError) -> Result<Written<Made>, WriteRefusal>
  ) throws(PostgresError) -> WriteOutcome<Made> {
    try connection.transaction { (connection) throws(PostgresError) in
      switch try claim(context.claim, connection) {
      case .success(.first): try carryOut(change, context, connection)
      case .success(.sameRequest(let ids)): .repeated(ids: ids, isSameRequest: true)
      case .success(.sameKey(let ids)): .repeated(ids: ids, isSameRequest: false)
      case .success(.keyReused): try refuse(.keyReused, connection)
      case .failure(let refusal): try refuse(refusal, connection)
      }
    }
  }

  /// A parallel request with the same key holds its claim until it ends. One that takes longer
  /// than `lock_timeout` is said to be under way.
  private static func claim(
    _ claim: WriteClaim, _ connection: PostgresConnection
  ) throws(PostgresError) -> Result<ClaimOutcome, WriteRefusal> {
    do {
      return .success(try RequestClaims(connection: connection).claim(claim))
    } catch  where error.kind == .lockTimeout && claim.idempotencyKey != nil {
      return .failure(.underWay)
    }
  }

  private static func carryOut<Made>(
    _ change: (PostgresConnection) throws(PostgresError) -> Result<Written<Made>, WriteRefusal>,
    _ context: WriteContext, _ connection: PostgresConnection
  ) throws(PostgresError) -> WriteOutcome<Made> {
    switch try change(connection) {
    case .failure(let refusal): return try refuse(refusal, connection)
    case .success(let written):
      let rows = try connection.commit(after: closing(written, context))
      var outbox: [OutboxRecord] = []
      for row in rows[0] {
        if let record = try OutboxRecord(row) { outbox.append(record) }
      }
      return .done(written.value, outbox: outbox)
    }
  }

  private static func closing<Made>(
    _ written: Written<Made>, _ context: WriteContext
  ) -> [PostgresStatement] {
    var statements = [
      OutboxTable.insertion(written.outbox),
      RequestClaims.made(written.madeIDs, by: context.claim),
    ]
    if let log = written.log { statements.append(log.statement) }
    return statements
  }

  /// A refused write takes its claim back with it.
  private static func refuse<Made>(
    _ refusal: WriteRefusal, _ connection: PostgresConnection
  ) throws(PostgresError) -> WriteOutcome<Made> {
    try connection.rollBack()
    return .refused(refusal)
  }
}
