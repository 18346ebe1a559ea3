import Instants
import ServiceKit
import Wire
import ZeroMQ

/// A backend's connection to one verification lane, over which it introspects tokens and passes on
/// devices' verifications: many at once, answers in any order.
///
/// Made, used and dropped on one thread. It connects, shows the operator key, sends heartbeats and
/// connects anew by itself, as long as `poll` is called at least once a second.
public final class DirectClient {
  private let configuration: DirectClientConfiguration
  private let context: ZMQContext
  private let time: any TimeSource
  private let names: DirectRequestNames
  private var session: DirectSession
  private var socket: Socket?
  private var descriptor: Int32?
  private var message = ReceivedMessage()
  private let encoder = EnvelopeEncoder()
  private let decoder = EnvelopeDecoder()
  private var actions: [DirectSession.Action] = []
  private var events: [DirectEvent] = []
  private var poller = Poller()

  /// - Parameter context: shared between clients of one process, if there are several.
  public init(
    _ configuration: DirectClientConfiguration, time: any TimeSource = SystemTimeSource(),
    context: ZMQContext? = nil
  ) throws(ZeroMQError) {
    self.configuration = configuration
    self.context = if let context { context } else { try ZMQContext() }
    self.time = time
    names = DirectRequestNames(prefix: .random(in: 0 ... .max))
    session = DirectSession(
      at: time.monotonic(), inFlightCap: configuration.inFlightCap,
      jitter: Jitter(seed: .random(in: 0 ... .max)))
  }

  /// Whether requests may be sent.
  public var isReady: Bool { session.isReady }

  /// Requests that have not ended yet.
  public var inFlight: Int { session.inFlight }

  /// Sends a request, or says why not. Never waits.
  public func submit(_ question: DirectQuestion) -> DirectSubmission {
    let now = BusTime(time)
    let submission = session.submit(
      timeoutMilliseconds: question.timeoutMilliseconds, at: now.monotonic)
    guard case .sent(let number) = submission else { return submission }
    guard question.body.count <= DirectRules.bodyBytes else {
      session.notSent(number)
      return .tooLarge
    }
    let head = head(
      number, question.target, question.headers, question.timeoutMilliseconds, at: now)
    switch send(.request(head), body: question.body, at: now) {
    case .sent: return submission
    case .full, .unreachable:
      session.notSent(number)
      return .full
    case nil:
      session.notSent(number)
      return .tooLarge
    }
  }

  /// What happened, waiting for it for `milliseconds` at most.
  public func poll(milliseconds: Int32) -> [DirectEvent] {
    let end = time.monotonic() + Int64(max(0, milliseconds))
    while true {
      let now = BusTime(time)
      receiveAll(at: now)
      session.advance(to: now.monotonic, into: &actions)
      perform(at: now)
      if !events.isEmpty || now.monotonic >= end { break }
      if !isReadable { wait(until: min(end, session.nextWake), from: now.monotonic) }
    }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  private var isReadable: Bool {
    guard socket != nil else { return false }
    return (try? socket!.isReadableInSilence()) ?? false
  }

  private func wait(until wake: MonotonicTime, from now: MonotonicTime) {
    poller.removeAll()
    descriptor.map { poller.add($0) }
    poller.wait(milliseconds: BusWait.milliseconds(until: wake, from: now))
  }

  // MARK: Receiving

  private func receiveAll(at now: BusTime) {
    for _ in 0..<BusRules.messagesPerTurn {
      guard socket != nil else { return }
      do {
        guard try socket!.receive(into: &message) else { return }
        takeIn(at: now)
      } catch {
        session.socketFailed(at: now.monotonic, into: &actions)
      }
      perform(at: now)
    }
  }

  private func takeIn(at now: BusTime) {
    guard (1...2).contains(message.frameCount), !message.hasTooManyFrames,
      let envelope = message.withFrame(0, { try? decoder.decode($0) })
    else { return }
    session.received(
      envelope, about: number(of: envelope),
      body: { message.frameCount == 2 ? message.bytes(of: 1) : [] }, at: now.monotonic,
      into: &actions)
  }

  private func number(of envelope: Envelope) -> UInt64? {
    switch envelope {
    case .reply(let head): names.number(of: head.id)
    case .reject(let reject): names.number(of: reject.id)
    case .ready, .request, .heartbeat, .drain: nil
    }
  }

  // MARK: Doing

  /// Does what the session said, which may make it say more.
  private func perform(at now: BusTime) {
    var next = 0
    while next < actions.count {
      perform(actions[next], at: now)
      next += 1
    }
    actions.removeAll(keepingCapacity: true)
  }

  private func perform(_ action: DirectSession.Action, at now: BusTime) {
    switch action {
    case .open: open(at: now)
    case .close: close()
    case .heartbeat:
      let clock = UInt64(clamping: now.wall.value)
      say(
        .heartbeat(
          Heartbeat(clockUnixMilliseconds: clock, inFlight: UInt32(clamping: inFlight))),
        action, at: now)
    case .drain: say(.drain, action, at: now)
    case .present(let number): present(number, action, at: now)
    case .tell(let event): events.append(event)
    }
  }

  private func open(at now: BusTime) {
    var options = SocketOptions()
    options.maximumFrameBytes = Int64(BusRules.frameBytes)
    options.sendLimit = DirectRules.waitingAtClient
    options.receiveLimit = DirectRules.waitingAtClient
    options.lingerMilliseconds = 0
    options.security = configuration.security
    do {
      let socket = try Socket.open(.dealer, in: context, options: options)
      try socket.connect(configuration.endpoint)
      descriptor = try socket.fileDescriptor()
      self.socket = consume socket
    } catch {
      session.socketFailed(at: now.monotonic, into: &actions)
    }
  }

  private func close() {
    socket = nil
    descriptor = nil
  }

  private func present(_ number: UInt64, _ action: DirectSession.Action, at now: BusTime) {
    guard session.isPresentation(number) else { return }
    let authorization = BusHeader("authorization", "Bearer " + configuration.operatorKey.value)
    let head = head(
      number, DirectCall.introspectTarget, [authorization],
      DirectSession.presentationMilliseconds, at: now)
    if send(.request(head), body: DirectCall.introspectNothing, at: now) != .sent {
      session.sendFailed(action, at: now.monotonic)
    }
  }

  private func say(_ envelope: Envelope, _ action: DirectSession.Action, at now: BusTime) {
    if send(envelope, body: [], at: now) != .sent {
      session.sendFailed(action, at: now.monotonic)
    }
  }

  private func head(
    _ number: UInt64, _ target: [UInt8], _ headers: [BusHeader], _ timeoutMilliseconds: Int64,
    at now: BusTime
  ) -> RequestHead {
    let timeout = max(1, min(timeoutMilliseconds, BusRules.farMilliseconds))
    return RequestHead(
      id: names.bytes(of: number), method: "POST", target: target, headers: headers,
      clientAddress: "", deadlineUnixMilliseconds: UInt64(clamping: now.wall.value + timeout),
      traceID: "")
  }

  /// `nil`: it is no message that could be sent.
  private func send(_ envelope: Envelope, body: [UInt8], at now: BusTime) -> SendOutcome? {
    guard socket != nil else { return .unreachable }
    guard (try? encoder.encode(envelope)) != nil else { return nil }
    do {
      return try socket!.send(encoder, body: body)
    } catch {
      session.socketFailed(at: now.monotonic, into: &actions)
      return .unreachable
    }
  }
}
