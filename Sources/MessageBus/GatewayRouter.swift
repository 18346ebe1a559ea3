import Instants
import Licensing
import Wire

/// The gateway's side of the bus as a value: what happened and the time go in, what to do comes
/// out. It keeps, per request, who has it and until when, and per worker, how it is.
struct GatewayRouter: Sendable {
  enum Action: Hashable, Sendable {
    case send(PeerID, Envelope)
    /// Send a request to a worker; say `forwardFailed` if that cannot be done.
    case forward(OutgoingRequest, to: PeerID)
    /// The request just submitted could not be sent at all.
    case turnAway(RequestID, SubmitRefusal)
    case tell(GatewayEvent)
    /// Say, once for each key, that it may not announce the service.
    case name(WorkerIdentity, service: String)
  }

  enum ForwardFailure: Hashable, Sendable {
    case full
    case unreachable
    case tooLarge
  }

  enum Choice: Hashable, Sendable {
    case worker(PeerID)
    case none(SubmitRefusal)
  }

  var services: [RoutedService]
  var workers: [PeerID: RoutedWorker] = [:]
  var requests: [RequestID: RoutedRequest] = [:]
  /// Messages that were none, or out of place.
  var malformedMessages: UInt64 = 0
  /// Announcements of keys that may not make them.
  var refusedAnnouncements: UInt64 = 0
  var strangers = NamedOnce(limit: CurveRules.namedStrangers)

  let serviceIndex: [String: Int]
  private var requestCount: UInt64 = 0
  var nextHeartbeat: MonotonicTime
  /// Not later than the first deadline of a waiting request; earlier when that was answered.
  var nextExpiry = MonotonicTime.never
  /// Not later than the moment the first silent worker is gone.
  var nextSilence = MonotonicTime.never

  init(services: [ServiceLimit], at now: BusTime) {
    self.services = services.map { RoutedService(limit: $0) }
    serviceIndex = Dictionary(
      uniqueKeysWithValues: services.enumerated().map { ($1.name, $0) })
    nextHeartbeat = now.monotonic + BusRules.heartbeatMilliseconds
  }

  /// When `advance` has something to do next.
  var nextWake: MonotonicTime { min(nextHeartbeat, nextExpiry, nextSilence) }

  func index(ofService name: String) -> Int? { serviceIndex[name] }

  func ableWorkers(_ service: String) -> Int {
    guard let index = serviceIndex[service] else { return 0 }
    return services[index].workers.count { workers[$0].map { $0.isAble && !$0.isDraining } == true }
  }

  /// Takes a request and says whom to send it to, or refuses it.
  mutating func submit(
    _ request: OutgoingRequest, at now: BusTime, into actions: inout [Action]
  ) -> SubmitRefusal? {
    precondition(requests[request.id] == nil, "A request id is in flight once.")
    guard let service = serviceIndex[request.service] else { return .noWorker }
    guard services[service].waiting < services[service].limit.inFlightCap else {
      return refuse(.full, service)
    }
    switch chooseWorker(of: service, at: now.monotonic) {
    case .none(let refusal): return refuse(refusal, service)
    case .worker(let worker):
      keep(request, of: service, at: worker, now)
      actions.append(.forward(request, to: worker))
      return nil
    }
  }

  private mutating func refuse(_ refusal: SubmitRefusal, _ service: Int) -> SubmitRefusal {
    services[service].counts.turnedAway += 1
    return refusal
  }

  private mutating func keep(
    _ request: OutgoingRequest, of service: Int, at worker: PeerID, _ now: BusTime
  ) {
    let deadline = now.monotonic(at: request.deadline)
    requestCount += 1
    requests[request.id] = RoutedRequest(
      request: request, service: service, worker: worker, deadline: deadline,
      order: requestCount)
    workers[worker]?.inFlight += 1
    services[service].waiting += 1
    services[service].counts.sent += 1
    nextExpiry = min(nextExpiry, deadline)
  }

  /// The able worker with the fewest requests in flight; equals take turns.
  ///
  /// - Parameter lost: where there is another process, no lane of this one is chosen: its other lanes
  ///   may be silent, too, for less than three seconds yet.
  mutating func chooseWorker(
    of service: Int, at now: MonotonicTime, ratherNotOf lost: WorkerProcess? = nil
  ) -> Choice {
    let peers = services[service].workers
    var best: (peer: PeerID, rank: (Int, Int))?
    var someAreFull = false
    for step in peers.indices {
      let peer = peers[(services[service].turn + step) % peers.count]
      guard let worker = workers[peer], worker.isChoosable(at: now) else { continue }
      guard worker.inFlight < worker.capacity else {
        someAreFull = true
        continue
      }
      let rank = (worker.process == lost ? 1 : 0, worker.inFlight)
      if rank < best?.rank ?? (.max, .max) { best = (peer, rank) }
    }
    guard let best else { return .none(someAreFull ? .full : .noWorker) }
    services[service].turn = (services[service].turn + 1) % peers.count
    return .worker(best.peer)
  }

  /// The request could not be put on its way to `peer`.
  mutating func forwardFailed(
    _ id: RequestID, to peer: PeerID, _ failure: ForwardFailure, at now: BusTime,
    into actions: inout [Action]
  ) {
    guard let routed = requests[id], routed.worker == peer else { return }
    workers[peer]?.inFlight -= 1
    var lost: WorkerProcess?
    switch failure {
    case .tooLarge: return giveUp(routed, .tooLarge, into: &actions)
    case .full:
      workers[peer]?.congestedUntil = now.monotonic + BusRules.congestionMilliseconds
    case .unreachable:
      lost = workers[peer]?.process
      requests[id] = nil
      workerWent(peer, at: now, into: &actions)
      requests[id] = routed
    }
    switch chooseWorker(of: routed.service, at: now.monotonic, ratherNotOf: lost) {
    case .worker(let other): assign(id, to: other, into: &actions)
    case .none(let refusal): giveUp(routed, refusal, into: &actions)
    }
  }

  mutating func assign(
    _ id: RequestID, to worker: PeerID, into actions: inout [Action]
  ) {
    guard let request = requests[id]?.request else { return }
    requests[id]?.worker = worker
    workers[worker]?.inFlight += 1
    actions.append(.forward(request, to: worker))
  }

  /// A request that no worker has now: the first try was never sent, a later one is lost.
  private mutating func giveUp(
    _ routed: RoutedRequest, _ refusal: SubmitRefusal, into actions: inout [Action]
  ) {
    guard routed.sends == 1 else { return lose(routed, into: &actions) }
    requests[routed.request.id] = nil
    services[routed.service].waiting -= 1
    services[routed.service].counts.sent -= 1
    services[routed.service].counts.turnedAway += 1
    actions.append(.turnAway(routed.request.id, refusal))
  }

  mutating func lose(_ routed: RoutedRequest, into actions: inout [Action]) {
    services[routed.service].counts.lost += 1
    close(routed, .unavailable, into: &actions)
  }

  /// The client left: its request goes on, but nobody hears of it.
  mutating func abandon(_ id: RequestID) {
    requests[id]?.isAbandoned = true
    requests[id]?.request.dropContent()
  }

  /// Forgets a waiting request, and tells its client why unless that left.
  mutating func close(
    _ routed: RoutedRequest, _ reason: GatewayEvent.FailureReason, into actions: inout [Action]
  ) {
    requests[routed.request.id] = nil
    services[routed.service].waiting -= 1
    if !routed.isAbandoned {
      actions.append(.tell(.failed(routed.request.id, reason: reason)))
    }
  }
}
