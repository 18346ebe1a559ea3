/// What is in the database, where the schema is there.
extension PostgresCheck {
  static func tables(_ facts: PostgresFacts) -> [Finding] {
    guard let tables = facts.tables else { return [] }
    return [guarded(tables), seals(tables), outbox(tables)] + [apps(tables)].compactMap { $0 }
  }

  private static func guarded(_ tables: PostgresFacts.TableFacts) -> Finding {
    let check = "postgres.log"
    if tables.isLogGuarded { return .ok(check, "the log and its seals are append-only") }
    return .fault(
      check, "the triggers that keep the log append-only are off",
      do: "ALTER TABLE action_logs ENABLE ALWAYS TRIGGER action_logs_append_only, the same for "
        + "log_seals, find out who did it, and run countersign audit verify")
  }

  private static func seals(_ tables: PostgresFacts.TableFacts) -> Finding {
    let check = "postgres.seals"
    if tables.areTransactionsBehindSeals {
      return .fault(
        check, "transaction ids begin anew, below those that are sealed: new rows are not sealed",
        do: "a restore by pg_dump does this: stop PostgreSQL, pg_resetwal --epoch one higher, start"
      )
    }
    guard let age = tables.oldestUnsealedSeconds, age > sealSeconds else {
      return .ok(check, "the log is sealed")
    }
    return .warning(
      check, "log rows wait for a seal since \(age) s",
      do: "see that an admin process runs, and that no transaction stays open (pg_stat_activity)")
  }

  private static func outbox(_ tables: PostgresFacts.TableFacts) -> Finding {
    let check = "postgres.outbox"
    guard let age = tables.oldestOutboxSeconds, age > outboxSeconds else {
      return .ok(check, "no change waits for Redis")
    }
    return .warning(
      check, "changes wait for Redis since \(age) s: they are not in effect everywhere",
      do: "see that Redis answers and that an admin process runs")
  }

  private static func apps(_ tables: PostgresFacts.TableFacts) -> Finding? {
    guard let count = tables.unopenableApps else { return nil }
    let check = "keys.database"
    if count == 0 { return .ok(check, "the master keys open all client keys in the database") }
    return .fault(
      check, "the client keys of \(count) apps were sealed by another master key",
      do: "put back the master key file that belongs to this database")
  }
}
