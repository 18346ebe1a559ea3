import Instants
import Licensing
import ServiceKit
import Wire
import ZeroMQ

/// A lane's socket thread: owns the lane's sockets, keeps the connections to all gateways alive
/// and carries requests and answers between them and the work thread. It waits in poll only.
final class LaneReactor {
  let lane: LaneDescription
  let context: ZMQContext
  let inbox: LaneInbox
  let outbox: LaneOutbox
  let time: any TimeSource
  let log: Logger

  var connections: [GatewayConnection]
  let direct: DirectListener?
  var hints: HintSockets
  var inHand: RequestsInHand
  var status = LaneStatus()
  var counts = LaneCounts()
  var isDraining = false
  var hasFinishedInbox = false

  // Used again in each turn.
  var message = ReceivedMessage()
  let encoder = EnvelopeEncoder()
  let decoder = EnvelopeDecoder()
  var actions: [WorkerLink.Action] = []
  var arriving: [BusRequest] = []
  var arrivingHints: [BusEvent] = []
  var leaving = LaneOutbox.Content()
  var poller = Poller()

  init(
    _ lane: LaneDescription, context: ZMQContext, admission: CurveAdmission?, inbox: LaneInbox,
    outbox: LaneOutbox, time: any TimeSource, log: Logger
  ) throws(ZeroMQError) {
    self.lane = lane
    self.context = context
    self.inbox = inbox
    self.outbox = outbox
    self.time = time
    self.log = log
    inHand = RequestsInHand(capacity: lane.capacity)
    let now = time.monotonic()
    hints = try HintSockets(lane, admission, in: context, at: now, log: log)
    direct = try lane.directEndpoint.map { endpoint throws(ZeroMQError) in
      try DirectListener(endpoint, lane.directCurve, admission, in: context, at: now)
    }
    connections = lane.gateways.enumerated().map { index, endpoint in
      GatewayConnection(
        endpoint: endpoint, security: lane.curve?.security(ofGateway: index) ?? .none,
        link: WorkerLink(at: now, jitter: Jitter(seed: .random(in: 0 ... .max))))
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
    for index in connections.indices
    where poller.isReadable(connections[index].descriptor) || connections[index].hasMore {
      receive(over: index, at: now)
    }
    if let direct { turn(direct, at: now) }
    if poller.isReadable(hints.descriptor) || hints.isReadable {
      hints.receive(into: &arrivingHints, &message, at: now.monotonic)
    }
    hints.advance(to: now.monotonic)
    for index in connections.indices { advance(index, at: now) }
    handOver()
    return isFinished
  }

  private func handOver() {
    let isFinished = isDraining && !hasFinishedInbox && hasNothingInHand
    guard !arriving.isEmpty || !arrivingHints.isEmpty || isFinished else { return }
    hasFinishedInbox = isFinished
    if isFinished { direct?.peers.endDrain() }
    inbox.put(requests: &arriving, hints: &arrivingHints, isFinished: isFinished)
  }

  // MARK: Waiting

  /// Whether a socket's edge-triggered descriptor would keep silent about work that is there.
  private var hasMore: Bool {
    hints.isReadable || direct?.isReadable == true || connections.contains { $0.hasMore }
  }

  private func wait() {
    poller.removeAll()
    poller.add(outbox.wake.fileDescriptor)
    for connection in connections { connection.descriptor.map { poller.add($0) } }
    hints.descriptor.map { poller.add($0) }
    if let direct { poller.add(direct.descriptor) }
    let linkWake = connections.map(\.link.nextWake).min() ?? .never
    let now = time.monotonic()
    let wake = min(linkWake, direct?.peers.nextWake ?? .never, hints.nextWake(after: now))
    poller.wait(milliseconds: BusWait.milliseconds(until: wake, from: now))
  }

  // MARK: Stopping

  private func beginDrain(at now: MonotonicTime) {
    guard !isDraining else { return }
    isDraining = true
    for connection in connections { connection.link.beginDrain(at: now) }
    direct?.peers.beginDrain(at: now, into: &direct!.actions)
  }

  private var hasNothingInHand: Bool {
    inHand.isEmpty && direct?.peers.isDrained != false
      && connections.allSatisfy { $0.link.isDrained && $0.unsent.isEmpty }
  }

  private func leave() {
    let now = BusTime(time)
    for index in connections.indices {
      connections[index].link.leave(into: &actions)
      perform(over: index, at: now)
    }
    if let direct { leave(direct) }
  }
}
