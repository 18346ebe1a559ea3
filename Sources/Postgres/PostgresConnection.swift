import CPostgres
import Instants

/// One session of PostgreSQL: UTC, with time limits, every statement prepared once and its values
/// bound. Used by one thread.
///
/// Any trouble with the connection closes it (`isOpen`): the owner drops it and opens another, so
/// that no session is used again in a state that nobody knows.
public final class PostgresConnection {
  /// Statements kept prepared; what comes later is prepared anew each time.
  static let preparedLimit = 256

  private let configuration: PostgresConfiguration
  private let clock = SystemTimeSource()
  private var handle: ConnectionHandle?
  private var preparedNames: [String: String] = [:]
  var transactionState: TransactionState = .none

  /// Connects and sets the session up. Takes no longer than the connect time-out, or `deadline`.
  public static func open(
    _ configuration: PostgresConfiguration, deadline: MonotonicTime? = nil
  ) throws(PostgresError) -> PostgresConnection {
    let limit = SystemTimeSource().monotonic() + configuration.connectTimeoutMilliseconds
    let deadline = deadline.map { min($0, limit) } ?? limit
    let handle = try ConnectionHandle.open(configuration.parameters, deadline: deadline)
    let connection = PostgresConnection(takingOwnershipOf: handle, configuration)
    try connection.runScript(configuration.sessionSettings)
    return connection
  }

  private init(
    takingOwnershipOf handle: consuming ConnectionHandle, _ configuration: PostgresConfiguration
  ) {
    self.handle = consume handle
    self.configuration = configuration
  }

  public var isOpen: Bool { handle != nil }

  /// The server's process for this session, as `pg_terminate_backend` takes it; 0 when closed.
  public var processID: Int32 { handle?.processID ?? 0 }

  private var isBroken: Bool { handle?.isBroken ?? true }

  public func close() { handle = nil }

  /// Runs one statement, outside of a transaction in one of its own.
  @discardableResult
  public func run(
    _ sql: String, _ values: [PostgresValue] = []
  ) throws(PostgresError) -> PostgresRows {
    try runAll([PostgresStatement(sql, values)])[0]
  }

  @discardableResult
  public func run(_ statement: PostgresStatement) throws(PostgresError) -> PostgresRows {
    try runAll([statement])[0]
  }

  /// Runs statements in one round trip, each seeing what those before it did. After a failure the
  /// rest is not run; outside of a transaction they stand or fall together.
  @discardableResult
  public func runAll(
    _ statements: [PostgresStatement]
  ) throws(PostgresError) -> [PostgresRows] {
    precondition(transactionState != .ended, "a statement after its transaction's end")
    guard transactionState == .due else { return try exchange(statements) }
    transactionState = .begun
    return Array(try exchange([TransactionState.begin] + statements).dropFirst())
  }

  /// Runs a text of several statements without values in one round trip, as one transaction unless
  /// it says otherwise: for migrations and session settings.
  public func runScript(
    _ sql: String, timeLimitMilliseconds: Int64? = nil
  ) throws(PostgresError) {
    if transactionState == .due { try runAll([]) }
    let limit = timeLimitMilliseconds ?? configuration.answerTimeoutMilliseconds
    let deadline = clock.monotonic() + limit
    try closingOnTrouble { () throws(PostgresError) in
      try handle!.sendScript(sql)
      try handle!.flush(deadline: deadline)
      try readScriptAnswers(deadline: deadline)
    }
  }
}

extension PostgresConnection {
  func exchange(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresRows] {
    let deadline = clock.monotonic() + configuration.answerTimeoutMilliseconds
    return try closingOnTrouble { () throws(PostgresError) in
      try handle!.enterPipeline()
      let sent = try send(statements)
      try handle!.endPipeline()
      try handle!.flush(deadline: deadline)
      let answers = try readAnswers(to: sent, deadline: deadline)
      try handle!.leavePipeline()
      return try answers.get()
    }
  }

  /// What was put into the pipeline, in order: a preparation to remember, or a statement to answer.
  private enum Sent {
    case preparation(sql: String, name: String)
    case statement
  }

  private func send(_ statements: [PostgresStatement]) throws(PostgresError) -> [Sent] {
    var sent: [Sent] = []
    var fresh: [String: String] = [:]
    for statement in statements {
      if let name = preparedNames[statement.sql] ?? fresh[statement.sql] {
        try handle!.sendPrepared(name, statement.values)
      } else if preparedNames.count + fresh.count < Self.preparedLimit {
        let name = "s\(preparedNames.count + fresh.count)"
        try handle!.sendPrepare(statement.sql, as: name)
        try handle!.sendPrepared(name, statement.values)
        fresh[statement.sql] = name
        sent.append(.preparation(sql: statement.sql, name: name))
      } else {
        try handle!.sendOnce(statement.sql, statement.values)
      }
      sent.append(.statement)
    }
    return sent
  }

  /// Reads to the pipeline's end. The first error counts; what followed it was not run.
  private func readAnswers(
    to sent: [Sent], deadline: MonotonicTime
  ) throws(PostgresError) -> Result<[PostgresRows], PostgresError> {
    var answers: [PostgresRows] = []
    var failure: PostgresError?
    for item in sent {
      switch (item, try readAnswer(deadline: deadline)) {
      case (.statement, .success(let rows)): answers.append(rows)
      case (.preparation(let sql, let name), .success): preparedNames[sql] = name
      case (_, .failure(let error)): failure = failure ?? error
      }
    }
    try readSync(deadline: deadline)
    return failure.map { .failure($0) } ?? .success(answers)
  }

  private func readAnswer(
    deadline: MonotonicTime
  ) throws(PostgresError) -> Result<PostgresRows, PostgresError> {
    guard let result = try handle!.nextResult(deadline: deadline) else {
      throw PostgresError(.connection)
    }
    let answer = AnswerReader.answer(takingOwnershipOf: result)
    if case .failure(let error) = answer, error.endsConnection || isBroken {
      throw error.endsConnection ? error : PostgresError(.connection, sqlState: error.sqlState)
    }
    guard try handle!.nextResult(deadline: deadline) == nil else {
      throw PostgresError(.unexpectedAnswer)
    }
    return answer
  }

  private func readSync(deadline: MonotonicTime) throws(PostgresError) {
    guard let result = try handle!.nextResult(deadline: deadline) else {
      throw PostgresError(.connection)
    }
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_PIPELINE_SYNC else { throw PostgresError(.connection) }
  }

  private func readScriptAnswers(deadline: MonotonicTime) throws(PostgresError) {
    var failure: PostgresError?
    while let result = try handle!.nextResult(deadline: deadline) {
      if case .failure(let error) = AnswerReader.answer(takingOwnershipOf: result) {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Lets go of the connection when it can no longer be trusted.
  private func closingOnTrouble<Value>(
    _ body: () throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    guard isOpen else { throw PostgresError(.connection) }
    do {
      return try body()
    } catch {
      if error.endsConnection || error.kind == .unexpectedAnswer || isBroken { close() }
      throw error
    }
  }
}
