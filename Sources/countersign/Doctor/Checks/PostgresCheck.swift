/// Whether PostgreSQL is there and keeps what it was told.
enum PostgresCheck {
  /// What the service was built for: `xid8` came with 13.
  static let minimumMajor = 13
  /// Debian 12's, with which it is tested.
  static let testedMajor = 15
  /// Sessions of commands, of migrations and of people.
  static let spareConnections = 10
  /// A change that waits longer than this is not merely on its way.
  static let outboxSeconds: Int64 = 60
  /// Seals are made once a second, behind the oldest running transaction.
  static let sealSeconds: Int64 = 60

  static func findings(
    _ answer: DoctorFacts.Answer<PostgresFacts>, lanes: Int?
  ) -> [Finding] {
    switch answer {
    case .notNamed: []
    case .none(let reason):
      [
        .fault(
          "postgres.reachable", "PostgreSQL does not answer (\(reason))",
          do: "start it, or put DATABASE_URL right; until then all writes get 503")
      ]
    case .value(let facts):
      server(facts) + settings(facts) + [connections(facts, lanes)]
        + [ClockCheck.finding("postgres.clock", "PostgreSQL", facts.clock)] + tables(facts)
    }
  }

  // MARK: The server

  private static func server(_ facts: PostgresFacts) -> [Finding] {
    var findings = [version(facts), schema(facts)]
    if facts.isInRecovery {
      findings.append(
        .fault(
          "postgres.primary", "this PostgreSQL is a standby and takes no writes",
          do: "name the primary in DATABASE_URL"))
    }
    if facts.isSuperuser {
      findings.append(
        .warning(
          "postgres.role", "the service's role is a superuser, whom nothing is refused",
          do: "make a role NOSUPERUSER that owns the database, and name it in DATABASE_URL"))
    }
    return findings
  }

  private static func version(_ facts: PostgresFacts) -> Finding {
    let major = facts.versionNumber / 10_000
    let text = "PostgreSQL \(major).\(facts.versionNumber % 10_000)"
    if major < minimumMajor {
      return .fault("postgres.version", "\(text) is too old", do: "use \(testedMajor) or newer")
    }
    if major < testedMajor {
      return .warning("postgres.version", "\(text) is untested", do: "use \(testedMajor) or newer")
    }
    return .ok("postgres.version", text)
  }

  private static func schema(_ facts: PostgresFacts) -> Finding {
    let check = "postgres.schema"
    let (found, needed) = (facts.schemaVersion, facts.requiredSchemaVersion)
    if found < needed {
      return .fault(
        check, "the schema is at version \(found), this program needs \(needed)",
        do: "run countersign migrate, or start an admin process")
    }
    return .ok(check, "version \(found)")
  }

  // MARK: What it keeps

  private static func settings(_ facts: PostgresFacts) -> [Finding] {
    [
      setting(
        "fsync", facts.fsync, isSafe: facts.fsync == "on",
        risk: "a power cut may destroy the whole database"),
      setting(
        "synchronous_commit", facts.synchronousCommit, isSafe: facts.synchronousCommit != "off",
        risk: "a crash may take back revocations that were answered as done"),
      setting(
        "full_page_writes", facts.fullPageWrites, isSafe: facts.fullPageWrites == "on",
        risk: "a power cut may leave torn pages"),
    ]
  }

  private static func setting(
    _ name: String, _ value: String, isSafe: Bool, risk: String
  ) -> Finding {
    let check = "postgres.\(name)"
    if isSafe { return .ok(check, "\(name) is \(value)") }
    return .fault(
      check, "\(name) is \(value): \(risk)",
      do:
        "ALTER SYSTEM SET \(name) = on; SELECT pg_reload_conf(); and look at ALTER ROLE … SET, too")
  }

  private static func connections(_ facts: PostgresFacts, _ lanes: Int?) -> Finding {
    let check = "postgres.connections"
    let usable = facts.maxConnections - facts.reservedConnections
    guard let lanes else {
      return .ok(check, "\(usable) for others than superusers; no gateway told how many lanes run")
    }
    let needed = lanes + spareConnections
    if usable < lanes {
      return .fault(
        check, "\(lanes) worker lanes run, and \(usable) sessions are allowed",
        do: "raise max_connections to \(needed + facts.reservedConnections), and restart PostgreSQL"
      )
    }
    if usable < needed {
      return .warning(
        check, "\(lanes) worker lanes leave less than \(spareConnections) of \(usable) sessions",
        do: "raise max_connections to \(needed + facts.reservedConnections), and restart PostgreSQL"
      )
    }
    return .ok(check, "\(usable) sessions for \(lanes) worker lanes")
  }
}
