/// A fixed number of keep-alive connections to one server, worked by the thread that calls `wait`.
///
/// Nothing is allocated for a request whose answer comes whole.
public final class HTTPConnections {
  /// Of a request.
  public static let requestLimitBytes = 64 * 1024
  private static let receiveBufferBytes = 256 * 1024
  private static let retryAfter: Int64 = 100_000_000
  /// How often the clocks of requests are looked at.
  private static let sweepEvery: Int64 = 50_000_000

  private let address: ServerAddress
  private let timeout: Int64
  private let reader: AnswerReader
  private let connections: [LoadConnection]
  private var poll: EventPoll
  private var output = ByteBuffer(capacity: requestLimitBytes)
  private let input = ByteBuffer(capacity: receiveBufferBytes)
  private var nextSweep: Int64 = 0
  /// How often a connection had to be made anew.
  public private(set) var reconnects = 0

  /// - Parameters:
  ///   - count: connections, 1 or more; they begin to connect with the first `wait`.
  ///   - timeout: for connecting, and for an answer, in nanoseconds.
  public init(
    to address: ServerAddress, count: Int, timeout: Int64, bodyLimitBytes: Int = 1024 * 1024
  ) throws(HTTPLoadFault) {
    self.address = address
    self.timeout = timeout
    reader = AnswerReader(bodyLimitBytes: bodyLimitBytes)
    connections = (0..<count).map { _ in LoadConnection() }
    poll = try EventPoll.open()
  }

  public var count: Int { connections.count }

  /// Sends a request, whose four parts are put together here. The connection must have none on it.
  public func send(
    _ slot: Int, _ head: [UInt8], _ authorization: [UInt8], _ tail: [UInt8], _ body: [UInt8]
  ) {
    output.clear()
    output.append(head)
    output.append(authorization)
    output.append(tail)
    output.append(body)
    let connection = connections[slot]
    guard case .idle = connection.state else { return connection.hold(output.contents) }
    connection.state = .waiting(since: MonotonicClock.now())
    // A failure is told by the kernel's next event, since a sender is not called back from here.
    try? connection.send(output.contents)
    if connection.hasUnsent {
      poll.change(connection.descriptor, name: slot, untilWritable: true)
    }
  }

  /// Does what there is to do, and waits for more at most until `deadline`; returns after one round.
  public func wait(until deadline: Int64, for receiver: any ConnectionReceiver) {
    let now = MonotonicClock.now()
    if now >= nextSweep { sweep(now, receiver) }
    let count = poll.wait(nanoseconds: min(deadline, nextSweep) - now)
    for place in 0..<count { handle(poll.name(at: place), receiver) }
  }

  private func handle(_ slot: Int, _ receiver: any ConnectionReceiver) {
    let connection = connections[slot]
    do throws(HTTPLoadFault) {
      switch connection.state {
      case .closed: break
      case .connecting: try becomeReady(slot, connection, receiver)
      case .idle, .waiting:
        if connection.hasUnsent {
          try connection.sendRest()
          poll.change(connection.descriptor, name: slot, untilWritable: connection.hasUnsent)
        }
        try receive(slot, connection, receiver)
      }
    } catch {
      fail(slot, error, receiver)
    }
  }

  private func becomeReady(
    _ slot: Int, _ connection: LoadConnection, _ receiver: any ConnectionReceiver
  ) throws(HTTPLoadFault) {
    try connection.finishConnecting()
    let hasRequest = connection.hasUnsent
    connection.state = hasRequest ? .waiting(since: MonotonicClock.now()) : .idle
    try connection.sendRest()
    poll.change(connection.descriptor, name: slot, untilWritable: connection.hasUnsent)
    if !hasRequest { receiver.ready(slot) }
  }

  private func receive(
    _ slot: Int, _ connection: LoadConnection, _ receiver: any ConnectionReceiver
  ) throws(HTTPLoadFault) {
    guard let count = try connection.receive(into: input.bytes) else { return }
    let now = MonotonicClock.now()
    let piece = UnsafeRawBufferPointer(rebasing: input.bytes[..<count])
    if connection.received.isEmpty {
      return try read(piece, slot, connection, now, receiver)
    }
    connection.received.append(contentsOf: piece)
    // Taken out, for the receiver may send on this connection, which begins anew.
    let whole = connection.received
    try whole.withUnsafeBufferPointer { bytes throws(HTTPLoadFault) in
      try read(UnsafeRawBufferPointer(bytes), slot, connection, now, receiver)
    }
  }

  private func read(
    _ bytes: UnsafeRawBufferPointer, _ slot: Int, _ connection: LoadConnection, _ now: Int64,
    _ receiver: any ConnectionReceiver
  ) throws(HTTPLoadFault) {
    guard case .waiting = connection.state else { throw .malformed(.bytesBehind) }
    switch reader.read(bytes) {
    case .malformed(let flaw): throw .malformed(flaw)
    case .incomplete: keep(bytes, connection)
    case .head(let head) where head.byteCount > bytes.count: keep(bytes, connection)
    case .head(let head) where head.byteCount < bytes.count: throw .malformed(.bytesBehind)
    case .head(let head):
      connection.received.removeAll(keepingCapacity: true)
      if head.closes { reopen(slot, at: now) } else { connection.state = .idle }
      let body = UnsafeRawBufferPointer(rebasing: bytes[head.headByteCount..<head.byteCount])
      receiver.answered(slot, Answer(lending: body, status: head.status, receivedAt: now))
    }
  }

  private func keep(_ bytes: UnsafeRawBufferPointer, _ connection: LoadConnection) {
    if connection.received.isEmpty { connection.received.append(contentsOf: bytes) }
  }

  private func fail(
    _ slot: Int, _ fault: HTTPLoadFault, _ receiver: any ConnectionReceiver
  ) {
    let connection = connections[slot]
    let hadRequest = if case .waiting = connection.state { true } else { connection.hasUnsent }
    let wasIdle = if case .idle = connection.state { true } else { false }
    let now = MonotonicClock.now()
    // A server may end a connection that nothing is on; one that cannot be had is tried slowly.
    let wasConnecting = if case .connecting = connection.state { true } else { false }
    reopen(slot, at: wasConnecting ? now + Self.retryAfter : now)
    if !wasIdle { receiver.failed(slot, hadRequest: hadRequest, fault) }
  }

  private func reopen(_ slot: Int, at time: Int64) {
    connections[slot].closeDescriptor()
    connections[slot].state = .closed(retryAt: time)
    nextSweep = min(nextSweep, time)
    reconnects += 1
  }

  private func sweep(_ now: Int64, _ receiver: any ConnectionReceiver) {
    nextSweep = now + Self.sweepEvery
    for slot in connections.indices {
      switch connections[slot].state {
      case .closed(let retryAt) where retryAt <= now: connect(slot, now, receiver)
      case .closed(let retryAt): nextSweep = min(nextSweep, retryAt)
      case .connecting(let since) where since + timeout < now: fail(slot, .timedOut, receiver)
      case .waiting(let since) where since + timeout < now: fail(slot, .timedOut, receiver)
      case .connecting, .idle, .waiting: break
      }
    }
  }

  private func connect(_ slot: Int, _ now: Int64, _ receiver: any ConnectionReceiver) {
    let connection = connections[slot]
    connection.state = .connecting(since: now)
    do throws(HTTPLoadFault) {
      try connection.beginConnecting(address)
      poll.add(connection.descriptor, name: slot)
    } catch {
      fail(slot, error, receiver)
    }
  }
}
