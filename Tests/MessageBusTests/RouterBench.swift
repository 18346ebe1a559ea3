import Instants
import Licensing
import Wire
import ZeroMQ

@testable import MessageBus

/// A router with a clock that is moved by hand, whose actions are gathered.
struct RouterBench {
  var router: GatewayRouter
  var now: BusTime
  private(set) var actions: [GatewayRouter.Action] = []
  /// For calls that a test makes on the router itself.
  var scratch: [GatewayRouter.Action] = []

  init(cap: Int = 100) {
    now = Fixtures.time(0)
    router = GatewayRouter(
      services: [
        ServiceLimit(name: "verification", inFlightCap: cap),
        ServiceLimit(name: "renewal", inFlightCap: cap),
      ], at: now)
  }

  static func peer(_ number: Int) -> PeerID { PeerID(number: UInt32(number)) }

  /// What was to be done since the last call.
  mutating func taken() -> [GatewayRouter.Action] {
    defer { actions = [] }
    return actions
  }

  /// The workers that requests were to be sent to since the last call.
  mutating func forwards() -> [PeerID] {
    taken().compactMap { if case .forward(_, let peer) = $0 { peer } else { nil } }
  }

  /// The ends of requests since the last call.
  mutating func told() -> [GatewayEvent] {
    taken().compactMap { if case .tell(let event) = $0 { event } else { nil } }
  }

  @discardableResult
  mutating func submit(_ request: OutgoingRequest) -> SubmitRefusal? {
    router.submit(request, at: now, into: &actions)
  }

  mutating func receive(
    _ envelope: Envelope, from peer: Int, body: [UInt8] = [], by identity: WorkerIdentity? = nil
  ) {
    router.received(
      envelope, body: body, from: Self.peer(peer), at: now, identify: { identity },
      into: &actions)
  }

  mutating func heed(_ line: (CurvePublicKey) -> AllowList.Peer?) {
    router.heed(line, at: now, into: &actions)
  }

  mutating func forwardFailed(
    _ request: Int, to peer: Int, _ failure: GatewayRouter.ForwardFailure
  ) {
    router.forwardFailed(
      Fixtures.id(request), to: Self.peer(peer), failure, at: now, into: &actions)
  }

  mutating func workerWent(_ peer: Int) {
    router.workerWent(Self.peer(peer), at: now, into: &actions)
  }

  /// Announces a worker and lets it say that it can work.
  mutating func join(
    _ peer: Int, service: String = "verification", instance: String? = nil,
    capacity: UInt32 = 10, by identity: WorkerIdentity? = nil
  ) {
    let ready = Ready(
      service: service, instance: instance ?? "instance\(peer)", capacity: capacity)
    receive(.ready(ready), from: peer, by: identity)
    receive(Fixtures.heartbeat(), from: peer)
    _ = taken()
  }

  mutating func advance(to milliseconds: Int64) {
    now = Fixtures.time(milliseconds)
    router.advance(to: now, into: &actions)
  }

  func counts(_ service: String = "verification") -> ServiceCounts {
    router.services[router.index(ofService: service)!].counts
  }

  func inFlight(_ peer: Int) -> Int? { router.workers[Self.peer(peer)]?.inFlight }
}
