import Instants
import Postgres
import ServiceKit

/// PostgreSQL as one lane's work thread sees it: one connection, opened when it is needed and
/// dropped with any trouble. Used by one thread.
///
/// Everything that runs here may be run twice: reads by nature, writes since they claim their
/// request's id in their own transaction. So what meets a broken connection is run once more on a
/// new one, a COMMIT whose answer was lost included: its claim tells whether it was done.
public final class PostgresStore {
  /// A store that failed is not tried for so long, so that an outage costs no time-outs in a row.
  public static let pauseMilliseconds: Int64 = 1000

  let keys: MasterKeys
  let log: Logger
  private let configuration: PostgresConfiguration
  private let time: any TimeSource
  private var connection: PostgresConnection?
  private var pausedUntil: MonotonicTime?

  public init(
    _ configuration: PostgresConfiguration, keys: MasterKeys, time: any TimeSource, log: Logger
  ) {
    self.configuration = configuration
    self.keys = keys
    self.time = time
    self.log = log
  }

  /// For processes that know no more of PostgreSQL than where it is.
  ///
  /// - Parameter process: shown in `pg_stat_activity`.
  public convenience init(
    url: String, process: String, keys: MasterKeys, time: any TimeSource, log: Logger
  ) {
    let configuration = PostgresConfiguration(url: url, applicationName: process)
    self.init(configuration, keys: keys, time: time, log: log)
  }

  /// Whether the schema is the one that this code needs, or a newer one. A process that finds it is
  /// not waits and says so.
  public func hasRequiredSchema() throws(StoreError) -> Bool {
    try run { (connection) throws(PostgresError) in
      try Migrator.version(of: connection) >= Migration.requiredVersion
    }
  }

  /// Whether the next call will try; it may still fail.
  public var isAvailable: Bool {
    pausedUntil.map { time.monotonic() >= $0 } ?? true
  }

  /// Drops the connection; the next call opens another.
  public func disconnect() {
    connection?.close()
    connection = nil
  }

  /// Runs `body` on the connection. Its effects in the database may be repeatable only.
  func run<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(StoreError) -> Value {
    guard isAvailable else { throw StoreError.away }
    do {
      return try runTwiceAtMost(body)
    } catch {
      throw noted(error)
    }
  }

  /// As `run`, in one transaction.
  func transact<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(StoreError) -> Value {
    try run { (connection) throws(PostgresError) in try connection.transaction(body) }
  }
}

extension PostgresStore {
  private func runTwiceAtMost<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    do {
      return try body(openConnection())
    } catch  where error.kind == .connection || error.kind == .commitUnknown {
      log.info("A PostgreSQL connection broke", [LogField("error", error.description)])
      return try body(openConnection())
    }
  }

  private func openConnection() throws(PostgresError) -> PostgresConnection {
    if let connection, connection.isOpen { return connection }
    connection = nil
    let opened = try PostgresConnection.open(configuration)
    connection = opened
    return opened
  }

  /// Pauses the store where it is down, and says what the trouble means to the caller.
  private func noted(_ error: PostgresError) -> StoreError {
    if error.endsConnection || (error.isRetryable && error.kind == .refused) {
      pausedUntil = time.monotonic() + Self.pauseMilliseconds
      log.warning("PostgreSQL is away", [LogField("error", error.description)])
      return .away
    }
    // The index behind the licence's lock: two writers met, and the next try sees the other's row.
    if error.constraint == "device_bindings_seat" { return .busy }
    if error.isRetryable { return .busy }
    log.error("PostgreSQL refused a statement", [LogField("error", error.description)])
    return .fault(error)
  }
}
