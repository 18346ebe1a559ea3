import Instants
import LicenseStore
import Postgres
import ServiceKit

/// Asks PostgreSQL what it is; changes nothing. Every wait has the limits of a session.
struct PostgresLook {
  let url: SecretText
  /// `nil`: whether client keys can be opened is not looked at.
  let masterKeys: MasterKeys?
  let time: any TimeSource

  private static let questions = """
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock,
      current_setting('server_version_num')::integer AS version,
      current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('full_page_writes') AS full_page_writes,
      current_setting('max_connections')::integer AS max_connections,
      current_setting('superuser_reserved_connections')::integer AS reserved,
      pg_is_in_recovery() AS is_in_recovery,
      current_setting('is_superuser') = 'on' AS is_superuser
    """

  /// `O` and `A` are triggers that are on for ordinary sessions.
  private static let tableQuestions = """
    SELECT (SELECT count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE t.tgname IN ('action_logs_append_only', 'log_seals_append_only')
          AND c.relname IN ('action_logs', 'log_seals') AND t.tgenabled IN ('O', 'A')) AS guards,
      (SELECT floor(extract(epoch FROM clock_timestamp() - min(created_at)))::bigint FROM outbox)
        AS outbox_age,
      (SELECT floor(extract(epoch FROM clock_timestamp() - l.at))::bigint FROM action_logs l
        WHERE (l.transaction_id, l.id)
          > (coalesce(seal.last_transaction_id, '0'::xid8), coalesce(seal.last_log_id, 0))
        ORDER BY l.transaction_id, l.id LIMIT 1) AS unsealed_age
    FROM (SELECT) one LEFT JOIN LATERAL (SELECT last_transaction_id, last_log_id FROM log_seals
      ORDER BY sequence DESC LIMIT 1) seal ON true
    """

  func facts() -> DoctorFacts.Answer<PostgresFacts> {
    do throws(PostgresError) {
      let connection = try PostgresConnection.open(
        PostgresConfiguration(url: url.value, applicationName: "countersign doctor"))
      defer { connection.close() }
      var facts = try server(connection)
      if facts.schemaVersion >= facts.requiredSchemaVersion, !facts.isInRecovery {
        facts.tables = try tables(connection)
      }
      return .value(facts)
    } catch {
      return .none(reason: error.description)
    }
  }

  private func server(_ connection: PostgresConnection) throws(PostgresError) -> PostgresFacts {
    // Prepared by a first go, so that the second is one bare round trip.
    try connection.run(Self.questions)
    let sentAt = time.wall().value
    let row = try connection.run(Self.questions).only()
    let clock = ClockFacts(
      theirs: try row.int("clock"), sentAt: sentAt, receivedAt: time.wall().value)
    return PostgresFacts(
      versionNumber: Int(try row.int("version")),
      schemaVersion: try Migrator.version(of: connection), fsync: try row.text("fsync"),
      synchronousCommit: try row.text("synchronous_commit"),
      fullPageWrites: try row.text("full_page_writes"),
      maxConnections: Int(try row.int("max_connections")),
      reservedConnections: Int(try row.int("reserved")),
      isInRecovery: try row.bool("is_in_recovery"), isSuperuser: try row.bool("is_superuser"),
      clock: clock)
  }

  private func tables(
    _ connection: PostgresConnection
  ) throws(PostgresError) -> PostgresFacts.TableFacts {
    let row = try connection.run(Self.tableQuestions).only()
    return PostgresFacts.TableFacts(
      epoch: try EpochInspection.read(connection), isLogGuarded: try row.int("guards") == 2,
      oldestUnsealedSeconds: try row.optionalInt("unsealed_age"),
      areTransactionsBehindSeals: try SealStanding.isBehindSeals(connection),
      oldestOutboxSeconds: try row.optionalInt("outbox_age"),
      unopenableApps: try unopenableApps(connection))
  }

  private func unopenableApps(_ connection: PostgresConnection) throws(PostgresError) -> Int? {
    guard let masterKeys else { return nil }
    return try MasterKeyFit.read(connection, keys: masterKeys).unopenableApps
  }
}
