import CPostgres
import Glibc
import Instants

/// One libpq connection in non-blocking mode. Every wait ends at a deadline.
///
/// Owned and used by one thread. Looking up a host name blocks inside libpq's start; a numeric
/// address or a local resolver keeps that short.
struct ConnectionHandle: ~Copyable {
  private let raw: OpaquePointer
  private let clock = SystemTimeSource()

  private init(takingOwnershipOf raw: OpaquePointer) {
    self.raw = raw
  }

  deinit { PQfinish(raw) }

  static func open(
    _ parameters: [(name: String, value: String)], deadline: MonotonicTime
  ) throws(PostgresError) -> ConnectionHandle {
    let url = parameters.first { $0.name == "dbname" }?.value ?? ""
    guard isReadable(url) else {
      throw PostgresError(.configuration, reason: ConnectionReason.unreadableURL)
    }
    guard let raw = start(parameters) else { throw PostgresError(.connection) }
    let handle = ConnectionHandle(takingOwnershipOf: raw)
    cs_pq_discard_notices(raw)
    try handle.finishConnecting(url, deadline: deadline)
    guard PQsetnonblocking(raw, 1) == 0 else { throw PostgresError(.connection) }
    return handle
  }

  private static func isReadable(_ url: String) -> Bool {
    guard let options = PQconninfoParse(url, nil) else { return false }
    PQconninfoFree(options)
    return true
  }

  private static func start(_ parameters: [(name: String, value: String)]) -> OpaquePointer? {
    CStringArray.with(parameters.map(\.name)) { names in
      CStringArray.with(parameters.map(\.value)) { values in
        PQconnectStartParams(names, values, 1)
      }
    }
  }

  private func finishConnecting(
    _ url: String, deadline: MonotonicTime
  ) throws(PostgresError) {
    guard PQstatus(raw) != CONNECTION_BAD else { throw refusal(url) }
    var next = PGRES_POLLING_WRITING
    while next != PGRES_POLLING_OK {
      if next == PGRES_POLLING_FAILED { throw refusal(url) }
      do throws(PostgresError) {
        _ = try wait(for: next == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline: deadline)
      } catch {
        let reason = ConnectionReason.text("no answer in time", of: raw, url: url)
        throw PostgresError(error.kind, reason: reason)
      }
      next = PQconnectPoll(raw)
    }
  }

  /// libpq gives no code for a failed start, only a text; what can be told apart by it is told.
  private func refusal(_ url: String) -> PostgresError {
    let message = String(cString: PQerrorMessage(raw))
    let isForIdentity =
      message.contains("authentication failed") || PQconnectionNeedsPassword(raw) == 1
    return PostgresError(
      isForIdentity ? .authentication : .connection,
      reason: ConnectionReason.text(message, of: raw, url: url))
  }

  var processID: Int32 { PQbackendPID(raw) }
}

extension ConnectionHandle {
  func enterPipeline() throws(PostgresError) { try check(PQenterPipelineMode(raw)) }
  func leavePipeline() throws(PostgresError) { try check(PQexitPipelineMode(raw)) }
  func endPipeline() throws(PostgresError) { try check(PQpipelineSync(raw)) }

  func sendScript(_ sql: String) throws(PostgresError) { try check(PQsendQuery(raw, sql)) }

  func sendPrepare(_ sql: String, as name: String) throws(PostgresError) {
    try check(PQsendPrepare(raw, name, sql, 0, nil))
  }

  func sendPrepared(_ name: String, _ values: [PostgresValue]) throws(PostgresError) {
    let sent = BoundValues.with(values) { count, pointers, lengths, formats in
      PQsendQueryPrepared(raw, name, count, pointers, lengths, formats, 1)
    }
    try check(sent)
  }

  /// Prepares without a name and executes: for texts that are not worth keeping.
  func sendOnce(_ sql: String, _ values: [PostgresValue]) throws(PostgresError) {
    let sent = BoundValues.with(values) { count, pointers, lengths, formats in
      PQsendQueryParams(raw, sql, count, nil, pointers, lengths, formats, 1)
    }
    try check(sent)
  }

  /// Sends what is queued, and reads meanwhile so that neither side waits for the other.
  func flush(deadline: MonotonicTime) throws(PostgresError) {
    while true {
      let left = PQflush(raw)
      if left == 0 { return }
      guard left > 0 else { throw PostgresError(.connection) }
      let ready = try wait(for: POLLIN | POLLOUT, deadline: deadline)
      if ready & Int16(POLLIN) != 0 { try check(PQconsumeInput(raw)) }
    }
  }

  /// The next answer; `nil` marks the end of a statement's answers.
  func nextResult(deadline: MonotonicTime) throws(PostgresError) -> OpaquePointer? {
    while PQisBusy(raw) == 1 {
      _ = try wait(for: POLLIN, deadline: deadline)
      try check(PQconsumeInput(raw))
    }
    return PQgetResult(raw)
  }

  var isBroken: Bool { PQstatus(raw) == CONNECTION_BAD }

  private func check(_ success: Int32) throws(PostgresError) {
    guard success == 1 else { throw PostgresError(.connection) }
  }

  private func wait(for events: Int32, deadline: MonotonicTime) throws(PostgresError) -> Int16 {
    while true {
      let left = deadline.milliseconds(since: clock.monotonic())
      guard left > 0 else { throw PostgresError(.timeout) }
      var descriptor = pollfd(fd: PQsocket(raw), events: Int16(events), revents: 0)
      let count = poll(&descriptor, 1, Int32(min(left + 1, 60_000)))
      if count > 0 { return descriptor.revents }
      guard count == 0 || errno == EINTR else { throw PostgresError(.connection) }
    }
  }
}
