import Instants
import Wire

extension DirectPeers {
  mutating func meet(
    _ envelope: Envelope, _ id: PeerID, at now: BusTime, _ admit: () -> Admission?,
    into actions: inout [Action]
  ) {
    switch envelope {
    case .heartbeat(let heartbeat):
      guard let admission = admit() else { return actions.append(.refuse([], .notAllowed, id)) }
      guard let client = number(of: admission) else {
        return actions.append(.refuse([], .tooMany, id))
      }
      var peer = DirectPeer(client: client, lastHeard: now.monotonic)
      peer.clock.observe(peerClock: heartbeat.clockUnixMilliseconds, at: now.monotonic)
      peers[id] = peer
      actions.append(.heartbeat(id))
      if drain != .notWanted { actions.append(.drain(id)) }
    case .request(let head): actions.append(.refuse(head.id, .keyInvalid, id))
    case .drain, .ready, .reply, .reject: misplacedMessages += 1
    }
  }

  /// `nil`: there are as many connections as may be.
  private mutating func number(of admission: Admission) -> Int? {
    guard peers.count < DirectRules.peers else { return nil }
    if let number = numbers[admission.identity] {
      guard
        clients[number, default: .init(admission.identity, inFlightCap: 0)].peers
          < DirectRules.peersOfOneClient
      else { return nil }
      clients[number]?.peers += 1
      return number
    }
    lastNumber += 1
    var client = DirectClientUse(admission.identity, inFlightCap: admission.inFlightCap)
    client.peers = 1
    clients[lastNumber] = client
    numbers[admission.identity] = lastNumber
    return lastNumber
  }

  mutating func forgetSilent(at now: MonotonicTime) {
    let silent = peers.filter { now >= $0.value.lastHeard + BusRules.silenceMilliseconds }
    for id in silent.keys { forget(id) }
  }

  mutating func forget(_ id: PeerID) {
    guard let peer = peers.removeValue(forKey: id) else { return }
    if let key = peer.key { release(key) }
    clients[peer.client]?.peers -= 1
    forgetIfIdle(peer.client)
  }

  mutating func settle(_ origin: DirectOrigin) {
    if case .keyCheck(let key) = origin.purpose {
      keys[key]?.isBeingChecked = false
    } else {
      clients[origin.client]?.inFlight -= 1
      if clients[origin.client]?.inFlight == 0 { forgetIfIdle(origin.client) }
    }
  }

  private mutating func forgetIfIdle(_ number: Int) {
    guard let client = clients[number], client.peers == 0, client.inFlight == 0 else { return }
    clients[number] = nil
    numbers[client.identity] = nil
  }
}
