import Instants
import Licensing
import Wire
import ZeroMQ

/// A lane's side of its direct clients, as a value: what happened and the time go in, what to do
/// comes out.
///
/// A connection says `HEARTBEAT`, shows an operator key by one introspection, and is accepted once
/// that was answered with 200. Until then, and after 3 s of silence, all else is `KEY_INVALID`.
struct DirectPeers: Sendable {
  enum Action: Hashable, Sendable {
    case heartbeat(PeerID)
    case drain(PeerID)
    /// The id is the client's own, or empty.
    case refuse([UInt8], RejectCode, PeerID)
    /// Take it in hand; say `notTaken` if there is no room or it is in hand already.
    case take(DirectRequest)
    /// Ask by an introspection whether the key still counts; the same holds.
    case check(DirectOrigin, authorization: [UInt8])
  }

  enum Drain: Hashable, Sendable {
    case notWanted
    /// Until then clients may say that they heard it.
    case said(until: MonotonicTime)
    case done
  }

  /// Whom a connection turned out to be.
  struct Admission: Hashable, Sendable {
    let identity: DirectIdentity
    let inFlightCap: Int
  }

  var peers: [PeerID: DirectPeer] = [:]
  var clients: [Int: DirectClientUse] = [:]
  var keys: [Int: DirectKey] = [:]
  var numbers: [DirectIdentity: Int] = [:]
  var keyNumbers: [[UInt8]: Int] = [:]
  var lastNumber = 0
  private var nextHeartbeat: MonotonicTime
  var drain = Drain.notWanted
  /// Messages that were out of place.
  var misplacedMessages: UInt64 = 0

  init(at now: MonotonicTime) {
    nextHeartbeat = now + BusRules.heartbeatMilliseconds
  }

  /// When `advance` has something to do next.
  var nextWake: MonotonicTime {
    guard !peers.isEmpty else { return .never }
    let checks = drain == .notWanted ? keys.values.map(\.nextCheck).min() : nil
    let nextCheck = checks ?? .never
    return min(nextHeartbeat, nextCheck, nextDrain)
  }

  private var nextDrain: MonotonicTime {
    if case .said(let until) = drain { until } else { .never }
  }

  /// Whether no request can come from here any more, after `beginDrain`.
  var isDrained: Bool {
    switch drain {
    case .notWanted: false
    case .said: peers.values.allSatisfy(\.isDrained)
    case .done: true
    }
  }

  // MARK: Events

  /// - Parameter admit: who an unknown peer is; `nil`: nobody who may come in.
  mutating func received(
    _ envelope: Envelope, from id: PeerID, at now: BusTime, admit: () -> Admission?,
    into actions: inout [Action]
  ) {
    if let peer = peers[id], now.monotonic >= peer.lastHeard + BusRules.silenceMilliseconds {
      forget(id)
    }
    guard let index = peers.index(forKey: id) else {
      return meet(envelope, id, at: now, admit, into: &actions)
    }
    peers.values[index].lastHeard = now.monotonic
    switch envelope {
    case .request(let head): asked(head, by: id, peers.values[index], at: now, into: &actions)
    case .heartbeat(let heartbeat):
      peers.values[index].clock.observe(
        peerClock: heartbeat.clockUnixMilliseconds, at: now.monotonic)
    case .drain where drain != .notWanted: peers.values[index].isDrained = true
    case .drain, .ready, .reply, .reject: misplacedMessages += 1
    }
  }

  /// Does what is due.
  mutating func advance(to now: MonotonicTime, into actions: inout [Action]) {
    if now >= nextHeartbeat {
      nextHeartbeat = now + BusRules.heartbeatMilliseconds
      forgetSilent(at: now)
      for id in peers.keys { actions.append(.heartbeat(id)) }
    }
    if now >= nextDrain { drain = .done }
    if drain == .notWanted { checkKeys(at: now, into: &actions) }
  }

  /// Takes nothing new from here on, once the clients know.
  mutating func beginDrain(at now: MonotonicTime, into actions: inout [Action]) {
    guard drain == .notWanted else { return }
    drain = .said(until: now + BusRules.drainEchoMilliseconds)
    for id in peers.keys { actions.append(.drain(id)) }
  }

  /// Nothing is taken any more: whoever comes now is told so.
  mutating func endDrain() { drain = .done }

  /// Nothing reaches the connection any more.
  mutating func went(_ id: PeerID) { forget(id) }

  /// The list of allowed keys changed: who is not on it any more is forgotten.
  mutating func keepOnly(_ inFlightCap: (DirectIdentity) -> Int?) {
    var removed: Set<Int> = []
    for number in clients.keys {
      if let cap = clients[number].flatMap({ inFlightCap($0.identity) }) {
        clients[number]?.inFlightCap = cap
      } else {
        removed.insert(number)
      }
    }
    for id in peers.filter({ removed.contains($0.value.client) }).keys { forget(id) }
  }

  /// The lane did not take what it was told to.
  mutating func notTaken(_ origin: DirectOrigin) { settle(origin) }

  /// The handler answered; `status` is `nil` where it did not in time.
  mutating func answered(
    _ origin: DirectOrigin, status: Int?, at now: MonotonicTime
  ) -> DirectVerdict {
    settle(origin)
    let code = Self.refusal(status)
    switch origin.purpose {
    case .verify: return verdict(nil, on: origin)
    case .introspect(let key):
      if code != nil { lose(key) }
      return verdict(code, on: origin)
    case .presentation(let authorization):
      if status == 200 { accept(authorization, for: origin.peer, at: now) }
      return verdict(code, on: origin)
    case .keyCheck(let key):
      if code != nil { lose(key) }
      return .drop
    }
  }

  private func verdict(_ code: RejectCode?, on origin: DirectOrigin) -> DirectVerdict {
    guard peers[origin.peer] != nil else { return .drop }
    return code.map(DirectVerdict.refuse) ?? .reply
  }

  /// What an introspection's status says of the operator key.
  private static func refusal(_ status: Int?) -> RejectCode? {
    switch status {
    case 401: .keyInvalid
    case 403: .scopeMissing
    default: nil
    }
  }
}
