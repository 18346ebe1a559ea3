import Instants
import Licensing
import ServiceKit
import Wire
import ZeroMQ

/// A gateway lane's end of the bus: hands requests to workers and brings their answers.
///
/// Made, used and closed on one thread. No call waits. The owner polls `fileDescriptor`, which is
/// edge-triggered, and calls `turn` when it is readable, after it submitted, and when `nextWake`
/// has passed.
public final class GatewayBus {
  /// For poll only.
  public let fileDescriptor: Int32
  /// Where workers connect to, with the port that the system chose.
  public let endpoint: String

  /// `nil`: whoever reaches the endpoint may be a worker.
  private let door: BusDoor?
  private var seenRevision = 0
  private let time: any TimeSource
  private let log: Logger
  private var socket: Socket?
  private var router: GatewayRouter
  private var message = ReceivedMessage()
  private let encoder = EnvelopeEncoder()
  private let decoder = EnvelopeDecoder()
  private var actions: [GatewayRouter.Action] = []
  private var events: [GatewayEvent] = []
  private var turnedAway: SubmitRefusal?
  /// Something may wait in the socket that its descriptor will not tell of.
  private var mustTurn = true

  /// - Parameters:
  ///   - endpoint: `ipc://` (at most 107 bytes of path) or `tcp://`.
  ///   - services: what may be asked for; workers of others are refused.
  ///   - door: lets workers in by CURVE; without one the endpoint must be this user's alone.
  public init(
    endpoint: String, services: [ServiceLimit], time: any TimeSource, log: Logger,
    door: BusDoor? = nil
  ) throws(ZeroMQError) {
    let context = if let door { door.context } else { try ZMQContext() }
    let socket = try Socket.open(.router, in: context, options: Self.options(door))
    try socket.bind(endpoint)
    self.door = door
    fileDescriptor = try socket.fileDescriptor()
    self.endpoint = try socket.lastEndpoint()
    self.time = time
    self.log = log
    router = GatewayRouter(services: services, at: BusTime(time))
    self.socket = consume socket
  }

  private static func options(_ door: BusDoor?) -> SocketOptions {
    var options = SocketOptions()
    options.maximumFrameBytes = BusRules.socketFrameBytes
    options.lingerMilliseconds = 100
    if let door { options.security = .curveServer(door.secretKey) }
    return options
  }

  /// When to call `turn` at the latest.
  public var nextWake: MonotonicTime {
    mustTurn ? MonotonicTime(nanoseconds: .min) : router.nextWake
  }

  /// Takes in all that has arrived, does what is due, and says how requests ended.
  public func turn() -> [GatewayEvent] {
    let now = BusTime(time)
    if let door { heed(door, at: now) }
    mustTurn = receiveAll(at: now)
    router.advance(to: now, into: &actions)
    perform(at: now)
    if !mustTurn { mustTurn = isReadable }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Sends a request to a worker, or refuses it at once.
  public func submit(_ request: OutgoingRequest) -> SubmitOutcome {
    let now = BusTime(time)
    if let refusal = router.submit(request, at: now, into: &actions) { return .refused(refusal) }
    turnedAway = nil
    perform(at: now)
    mustTurn = true
    return turnedAway.map(SubmitOutcome.refused) ?? .sent
  }

  /// The client left: there will be no event for this request.
  public func abandon(_ id: RequestID) {
    router.abandon(id)
  }

  /// Workers of a service that say they can work.
  public func ableWorkers(_ service: String) -> Int {
    router.ableWorkers(service)
  }

  public var counts: [String: ServiceCounts] {
    Dictionary(uniqueKeysWithValues: router.services.map { ($0.limit.name, $0.counts) })
  }

  public var workers: [WorkerReport] {
    router.services.flatMap { service in service.workers.compactMap(report) }
  }

  /// Messages that were none, or out of place, since the start.
  public var malformedMessages: UInt64 { router.malformedMessages }

  /// Announcements of keys that may not make them, since the start.
  public var refusedAnnouncements: UInt64 { router.refusedAnnouncements }

  /// Closes the socket. Requests in flight get no event any more.
  public func close() {
    socket = nil
    mustTurn = false
  }

  private func report(_ peer: PeerID) -> WorkerReport? {
    guard let worker = router.workers[peer] else { return nil }
    return WorkerReport(
      service: router.services[worker.service].limit.name, instance: worker.instance,
      inFlight: worker.inFlight, oldestMs: worker.oldestMilliseconds, able: worker.isAble,
      draining: worker.isDraining, counters: worker.counters,
      clockOffsets: worker.clockOffsets)
  }

  /// The list is read elsewhere; from here on who was taken off it is not heard.
  private func heed(_ door: BusDoor, at now: BusTime) {
    let revision = door.admission.revision
    guard revision != seenRevision else { return }
    seenRevision = revision
    router.heed({ door.admission.peer(of: $0) }, at: now, into: &actions)
    perform(at: now)
  }

  // MARK: Receiving

  /// Says whether more may be there.
  private func receiveAll(at now: BusTime) -> Bool {
    for _ in 0..<BusRules.messagesPerTurn {
      guard receiveOne() else { return false }
      takeIn(at: now)
      perform(at: now)
    }
    return true
  }

  private func receiveOne() -> Bool {
    guard socket != nil else { return false }
    do {
      return try socket!.receive(into: &message)
    } catch {
      failed(error)
      return false
    }
  }

  private func takeIn(at now: BusTime) {
    guard let peer = message.withFrame(0, { PeerID($0) }), (2...3).contains(message.frameCount),
      !message.hasTooManyFrames
    else { return router.receivedMalformed(nil, from: nil, into: &actions) }
    do {
      let envelope = try message.withFrame(1) { frame throws(WireError) in
        try decoder.decode(frame)
      }
      let body = message.frameCount == 3 ? message.bytes(of: 2) : []
      router.received(
        envelope, body: body, from: peer, at: now, identify: { door?.identity(message) },
        into: &actions)
    } catch {
      router.receivedMalformed(error, from: peer, into: &actions)
    }
  }

  /// Although the descriptor does not say so.
  private var isReadable: Bool {
    guard socket != nil else { return false }
    return (try? socket!.isReadableInSilence()) ?? false
  }

  // MARK: Sending

  /// Does what the router said, which may make it say more.
  private func perform(at now: BusTime) {
    var next = 0
    while next < actions.count {
      perform(actions[next], at: now)
      next += 1
    }
    actions.removeAll(keepingCapacity: true)
  }

  private func perform(_ action: GatewayRouter.Action, at now: BusTime) {
    switch action {
    case .send(let peer, let envelope):
      if send(envelope, body: [], to: peer) == .failed(.unreachable) {
        router.workerWent(peer, at: now, into: &actions)
      }
    case .forward(let request, let peer):
      if case .failed(let failure) = send(.request(request.head), body: request.body, to: peer) {
        router.forwardFailed(request.id, to: peer, failure, at: now, into: &actions)
      }
    case .turnAway(_, let refusal): turnedAway = refusal
    case .tell(let event): events.append(event)
    case .name(let identity, let service): name(identity, service)
    }
  }

  private func name(_ identity: WorkerIdentity, _ service: String) {
    log.warning(
      "A worker announced what its key may not.",
      [
        LogField("key", identity.key?.text ?? ""), LogField("name", identity.peer?.name ?? ""),
        LogField("service", String(service.prefix(CurveRules.serviceNameBytes))),
      ])
  }

  private enum Sending: Equatable {
    case done
    case failed(GatewayRouter.ForwardFailure)
  }

  private func send(_ envelope: Envelope, body: [UInt8], to peer: PeerID) -> Sending {
    guard socket != nil else { return .failed(.unreachable) }
    guard body.count <= BusRules.frameBytes, (try? encoder.encode(envelope)) != nil else {
      return .failed(.tooLarge)
    }
    do {
      switch try socket!.send(encoder, body: body, to: peer) {
      case .sent: return .done
      case .full: return .failed(.full)
      case .unreachable: return .failed(.unreachable)
      }
    } catch {
      failed(error)
      return .failed(.unreachable)
    }
  }

  private func failed(_ error: ZeroMQError) {
    log.error(
      "The gateway's bus socket failed.",
      [LogField("call", error.call), LogField("errno", error.errorNumber)])
  }
}
