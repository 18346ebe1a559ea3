import Instants
import Licensing
import ServiceKit
import Wire
import ZeroMQ

/// A lane's socket thread: owns the lane's sockets, keeps the connections to all gateways alive
/// and carries requests and answers between them and the work thread. It waits in poll only.
final class LaneReactor {
  private let lane: LaneDescription
  private let context: ZMQContext
  private let inbox: LaneInbox
  private let outbox: LaneOutbox
  private let time: any TimeSource
  private let log: Logger

  private var connections: [GatewayConnection]
  private var hints: HintSockets
  private var inHand: RequestsInHand
  private var status = LaneStatus()
  private var counts = LaneCounts()
  private var isDraining = false
  private var hasFinishedInbox = false

  // Used again in each turn.
  private var message = ReceivedMessage()
  private let encoder = EnvelopeEncoder()
  private let decoder = EnvelopeDecoder()
  private var actions: [WorkerLink.Action] = []
  private var arriving: [BusRequest] = []
  private var arrivingHints: [BusEvent] = []
  private var leaving = LaneOutbox.Content()
  private var poller = Poller()

  init(
    _ lane: LaneDescription, context: ZMQContext, inbox: LaneInbox, outbox: LaneOutbox,
    time: any TimeSource, log: Logger
  ) throws(ZeroMQError) {
    self.lane = lane
    self.context = context
    self.inbox = inbox
    self.outbox = outbox
    self.time = time
    self.log = log
    inHand = RequestsInHand(capacity: lane.capacity)
    hints = try HintSockets(lane, in: context)
    let now = time.monotonic()
    connections = lane.gateways.map {
      GatewayConnection(
        endpoint: $0, link: WorkerLink(at: now, jitter: Jitter(seed: .random(in: 0 ... .max))))
    }
  }

  /// Returns when the work thread has finished after a stop.
  ///
  /// - Parameter isStopping: asked in each turn; whoever changes it wakes the outbox.
  func run(isStopping: () -> Bool) {
    while true {
      let now = BusTime(time)
      if isStopping() { beginDrain(at: now.monotonic) }
      if turn(at: now) { break }
      if !hasMore { wait() }
    }
    leave()
  }

  /// One round; says whether it was the last. Answers go out before requests come in, so that
  /// room is made before it is asked for.
  private func turn(at now: BusTime) -> Bool {
    outbox.take(into: &leaving)
    sendLeaving(at: now)
    let isFinished = leaving.isFinished
    for index in connections.indices { receive(over: index, at: now) }
    hints.receive(into: &arrivingHints, &message)
    for index in connections.indices { advance(index, at: now) }
    handOver()
    return isFinished
  }

  private func handOver() {
    let isFinished = isDraining && !hasFinishedInbox && hasNothingInHand
    guard !arriving.isEmpty || !arrivingHints.isEmpty || isFinished else { return }
    hasFinishedInbox = isFinished
    inbox.put(requests: &arriving, hints: &arrivingHints, isFinished: isFinished)
  }

  // MARK: Waiting

  /// Whether a socket's edge-triggered descriptor would keep silent about work that is there.
  private var hasMore: Bool {
    hints.isReadable || connections.contains { $0.hasMore }
  }

  private func wait() {
    poller.removeAll()
    poller.add(outbox.wake.fileDescriptor)
    for connection in connections { connection.descriptor.map { poller.add($0) } }
    hints.descriptor.map { poller.add($0) }
    let wake = connections.map(\.link.nextWake).min() ?? .never
    poller.wait(milliseconds: BusWait.milliseconds(until: wake, from: time.monotonic()))
  }

  // MARK: Stopping

  private func beginDrain(at now: MonotonicTime) {
    guard !isDraining else { return }
    isDraining = true
    for connection in connections { connection.link.beginDrain(at: now) }
  }

  private var hasNothingInHand: Bool {
    inHand.isEmpty && connections.allSatisfy { $0.link.isDrained && $0.unsent.isEmpty }
  }

  private func leave() {
    let now = BusTime(time)
    for index in connections.indices {
      connections[index].link.leave(into: &actions)
      perform(over: index, at: now)
    }
  }

  // MARK: Requests in

  private func receive(over index: Int, at now: BusTime) {
    for _ in 0..<BusRules.messagesPerTurn {
      guard receiveOne(over: connections[index], at: now) else { break }
      perform(over: index, at: now)
    }
    perform(over: index, at: now)
  }

  private func receiveOne(over connection: GatewayConnection, at now: BusTime) -> Bool {
    guard connection.socket != nil else { return false }
    do {
      guard try connection.socket!.receive(into: &message) else { return false }
      takeIn(over: connection, at: now)
      return true
    } catch {
      socketFailed(connection, error, at: now)
      return false
    }
  }

  private func takeIn(over connection: GatewayConnection, at now: BusTime) {
    guard message.frameCount <= 2, !message.hasTooManyFrames,
      let envelope = message.withFrame(0, { try? decoder.decode($0) })
    else { return counts.malformed += 1 }
    connection.link.received(envelope, at: now, into: &actions)
  }

  private func take(
    _ head: RequestHead, deadline: UnixMilliseconds, over index: Int, at now: BusTime
  ) {
    guard let id = RequestID(bytes: head.id) else { return counts.malformed += 1 }
    counts.received += 1
    let connection = connections[index]
    let origin = RequestsInHand.Origin(link: index, generation: connection.generation)
    // Answers that a slow gateway has not taken count as well: nothing grows without a bound.
    let taking =
      connection.unsent.count < lane.capacity
      ? inHand.take(id, from: origin, at: now.monotonic) : .tooMany
    switch taking {
    case .taken: arriving.append(request(head, id, deadline, at: now))
    case .repeated: counts.repeated += 1
    case .tooMany:
      counts.tooMany += 1
      refuse(id, .tooMany, over: connection)
    }
  }

  /// The body is still in the message that the head was read from.
  private func request(
    _ head: RequestHead, _ id: RequestID, _ deadline: UnixMilliseconds, at now: BusTime
  ) -> BusRequest {
    BusRequest(
      id: id, method: head.method, target: head.target, headers: head.headers,
      clientAddress: head.clientAddress, deadline: deadline, traceID: head.traceID,
      body: message.frameCount == 2 ? message.bytes(of: 1) : [], receivedAt: now.monotonic)
  }

  // MARK: Links

  private func advance(_ index: Int, at now: BusTime) {
    connections[index].link.advance(to: now.monotonic, into: &actions)
    perform(over: index, at: now)
  }

  private func perform(over index: Int, at now: BusTime) {
    let connection = connections[index]
    var next = 0
    while next < actions.count {
      switch actions[next] {
      case .open: open(connection, at: now)
      case .close(let reason): close(connection, reason)
      case .send(let content): say(content, over: connection, at: now)
      case .take(let head, let deadline): take(head, deadline: deadline, over: index, at: now)
      }
      next += 1
    }
    actions.removeAll(keepingCapacity: true)
  }

  private func open(_ connection: GatewayConnection, at now: BusTime) {
    do {
      try connection.open(in: context)
    } catch {
      socketFailed(connection, error, at: now)
    }
  }

  private func close(_ connection: GatewayConnection, _ reason: WorkerLink.Closing) {
    drop(connection)
    let endpoint = LogField("endpoint", connection.endpoint)
    switch reason {
    case .silence: log.warning("A gateway is silent.", [endpoint])
    case .rejected(let code):
      log.error("A gateway wants nothing of this worker.", [endpoint, LogField("code", code.text)])
    case .leaving: log.info("This worker leaves a gateway.", [endpoint])
    }
  }

  private func drop(_ connection: GatewayConnection) {
    counts.droppedReplies += UInt64(connection.unsent.count)
    connection.close()
  }

  private func say(
    _ content: WorkerLink.LinkMessage, over connection: GatewayConnection, at now: BusTime
  ) {
    let envelope: Envelope =
      switch content {
      case .ready: .ready(lane.ready)
      case .heartbeat: .heartbeat(heartbeat(at: now))
      case .drain: .drain
      }
    if send(envelope, over: connection, at: now) != .sent {
      connection.link.sendFailed(content, at: now.monotonic)
    }
  }

  private func heartbeat(at now: BusTime) -> Heartbeat {
    Heartbeat(
      clockUnixMilliseconds: UInt64(clamping: now.wall.value),
      inFlight: UInt32(clamping: inHand.count),
      oldestMilliseconds: UInt32(clamping: inHand.oldestMilliseconds(at: now.monotonic)),
      isAble: status.isAble,
      counters: Array((counts.all + status.counters).prefix(EnvelopeLimits.counters)))
  }

  // MARK: Answers out

  private func sendLeaving(at now: BusTime) {
    if let status = leaving.status { take(status, at: now.monotonic) }
    for connection in connections { sendUnsent(over: connection, at: now) }
    for answer in leaving.answers { send(answer, at: now) }
    for event in leaving.events { hints.publish(event) }
    leaving.answers.removeAll(keepingCapacity: true)
    leaving.events.removeAll(keepingCapacity: true)
    leaving.status = nil
  }

  private func take(_ new: LaneStatus, at now: MonotonicTime) {
    let hasNews = new.isAble != status.isAble
    status = new
    guard hasNews else { return }
    for connection in connections { connection.link.hasNews(at: now) }
  }

  private func send(_ answer: LaneAnswer, at now: BusTime) {
    guard let origin = inHand.answer(answer.id),
      connections[origin.link].generation == origin.generation,
      connections[origin.link].socket != nil
    else { return counts.droppedReplies += 1 }
    let connection = connections[origin.link]
    if connection.unsent.isEmpty && offer(answer, over: connection, at: now) { return }
    guard connection.socket != nil else { return counts.droppedReplies += 1 }
    connection.unsent.append(answer)
  }

  /// Those that the socket was too full for, in their order.
  private func sendUnsent(over connection: GatewayConnection, at now: BusTime) {
    var sent = 0
    while sent < connection.unsent.count,
      offer(connection.unsent[sent], over: connection, at: now)
    {
      sent += 1
    }
    // A socket that failed meanwhile has left none.
    connection.unsent.removeFirst(min(sent, connection.unsent.count))
  }

  /// Says whether the answer is done with.
  private func offer(
    _ answer: LaneAnswer, over connection: GatewayConnection, at now: BusTime
  ) -> Bool {
    switch answer.content {
    case .tooLate:
      counts.tooLate += 1
      refuse(answer.id, .tooLate, over: connection)
      return true
    case .reply(let reply):
      guard send(reply, to: answer.id, over: connection, at: now) == .sent else {
        return false
      }
      counts.answered += 1
      return true
    }
  }

  private func send(
    _ reply: BusReply, to id: RequestID, over connection: GatewayConnection, at now: BusTime
  ) -> SendOutcome {
    let head = ReplyHead(
      id: id.bytes, status: UInt32(clamping: reply.status), headers: reply.headers)
    do {
      if reply.body.count > BusRules.frameBytes { throw WireError.limitExceeded(field: .envelope) }
      try encoder.encode(.reply(head))
    } catch {
      return sendUnfit(id, over: connection, at: now)
    }
    return sendEncoded(body: reply.body, over: connection, at: now)
  }

  /// In place of a reply that is larger than a message may be.
  private func sendUnfit(
    _ id: RequestID, over connection: GatewayConnection, at now: BusTime
  ) -> SendOutcome {
    log.error("A reply was beyond the limits of a message.", [LogField("request", id.description)])
    return send(
      .reply(ReplyHead(id: id.bytes, status: 500, headers: [])), over: connection, at: now)
  }

  private func refuse(_ id: RequestID, _ code: RejectCode, over connection: GatewayConnection) {
    let retry = code == .tooMany ? BusRules.retryAfterMilliseconds : 0
    let reject = Reject(id: id.bytes, code: code, retryAfterMilliseconds: retry)
    _ = send(.reject(reject), over: connection, at: BusTime(time))
  }

  private func send(
    _ envelope: Envelope, over connection: GatewayConnection, at now: BusTime
  ) -> SendOutcome {
    guard (try? encoder.encode(envelope)) != nil else { return .sent }
    return sendEncoded(body: [], over: connection, at: now)
  }

  private func sendEncoded(
    body: [UInt8], over connection: GatewayConnection, at now: BusTime
  ) -> SendOutcome {
    do {
      return try connection.send(encoder, body: body)
    } catch {
      socketFailed(connection, error, at: now)
      return .unreachable
    }
  }

  private func socketFailed(
    _ connection: GatewayConnection, _ error: ZeroMQError, at now: BusTime
  ) {
    log.error(
      "A socket to a gateway failed.",
      [
        LogField("endpoint", connection.endpoint), LogField("call", error.call),
        LogField("errno", error.errorNumber),
      ])
    connection.link.socketFailed(at: now.monotonic)
    drop(connection)
  }
}
