import Instants
import Licensing
import Wire

extension GatewayRouter {
  /// - Parameter identify: who the peer is; `nil` where workers come in without CURVE.
  mutating func received(
    _ envelope: Envelope, body: [UInt8], from peer: PeerID, at now: BusTime,
    identify: () -> WorkerIdentity? = { nil }, into actions: inout [Action]
  ) {
    if case .ready(let ready) = envelope {
      return announced(ready, by: peer, identify(), at: now, into: &actions)
    }
    guard workers[peer] != nil else { return strange(envelope, from: peer, into: &actions) }
    workers[peer]?.lastHeard = now.monotonic
    switch envelope {
    case .reply(let head): replied(head, body, by: peer, into: &actions)
    case .heartbeat(let heartbeat): beat(heartbeat, of: peer)
    case .reject(let reject): rejected(reject, by: peer, into: &actions)
    case .drain:
      workers[peer]?.isDraining = true
      actions.append(.send(peer, .drain))
    case .ready, .request: malformedMessages += 1
    }
  }

  /// Bytes that are no envelope. A peer of an old version is told so.
  mutating func receivedMalformed(
    _ error: WireError?, from peer: PeerID?, into actions: inout [Action]
  ) {
    malformedMessages += 1
    guard let peer, error == .versionTooOld else { return }
    actions.append(.send(peer, .reject(Reject(code: .versionTooOld))))
  }

  /// A message of a peer that said no `READY`. A refusal is not answered with another.
  private mutating func strange(
    _ envelope: Envelope, from peer: PeerID, into actions: inout [Action]
  ) {
    if case .reject = envelope { return }
    actions.append(.send(peer, .reject(Reject(code: .sayReady))))
  }

  private mutating func announced(
    _ ready: Ready, by peer: PeerID, _ identity: WorkerIdentity?, at now: BusTime,
    into actions: inout [Action]
  ) {
    if let identity, !identity.mayAnnounce(ready.service) {
      return refuse(identity, announcing: ready.service, from: peer, at: now, into: &actions)
    }
    guard let service = serviceIndex[ready.service] else {
      actions.append(.send(peer, .reject(Reject(code: .serviceUnknown))))
      return
    }
    if let known = workers[peer] {
      if known.service == service && known.instance == ready.instance {
        return welcome(peer, at: now, into: &actions)
      }
      workerWent(peer, at: now, into: &actions)
    }
    guard hasRoom(for: identity) else {
      let retry = BusRules.retryAfterMilliseconds
      let reject = Reject(code: .tooMany, retryAfterMilliseconds: retry)
      actions.append(.send(peer, .reject(reject)))
      return
    }
    let former = formerConnections(of: ready.instance, identity, service)
    add(ready, of: service, as: peer, identity, at: now)
    welcome(peer, at: now, into: &actions)
    workersWent(former, at: now, into: &actions)
  }

  /// An instance that announces itself over a new connection has lost the one before. The name is
  /// its own word: by it nobody drives out who came in by another key.
  private func formerConnections(
    of instance: String, _ identity: WorkerIdentity?, _ service: Int
  ) -> [PeerID] {
    services[service].workers.filter {
      workers[$0]?.instance == instance && workers[$0]?.key == identity?.key
    }
  }

  private mutating func add(
    _ ready: Ready, of service: Int, as peer: PeerID, _ identity: WorkerIdentity?, at now: BusTime
  ) {
    workers[peer] = RoutedWorker(
      service: service, instance: ready.instance, announcedCapacity: Int(ready.capacity),
      key: identity?.key, inFlightCap: identity?.peer?.inFlightCap, lastHeard: now.monotonic)
    services[service].workers.append(peer)
    nextSilence = min(nextSilence, now.monotonic + BusRules.silenceMilliseconds)
  }

  /// A heartbeat at once: the worker learns this clock before its first request.
  private mutating func welcome(_ peer: PeerID, at now: BusTime, into actions: inout [Action]) {
    workers[peer]?.lastHeard = now.monotonic
    actions.append(.send(peer, heartbeat(to: peer, at: now)))
  }

  private mutating func beat(_ heartbeat: Heartbeat, of peer: PeerID) {
    workers[peer]?.isAble = heartbeat.isAble
    workers[peer]?.oldestMilliseconds = heartbeat.oldestMilliseconds
    workers[peer]?.counters = heartbeat.counters
    workers[peer]?.clockOffsets = heartbeat.clockOffsets
    workers[peer]?.congestedUntil = nil
  }

  private mutating func replied(
    _ head: ReplyHead, _ body: [UInt8], by peer: PeerID, into actions: inout [Action]
  ) {
    guard let routed = takeFromWorker(head.id, peer) else { return }
    services[routed.service].counts.answered += 1
    services[routed.service].waiting -= 1
    guard !routed.isAbandoned else { return }
    let reply = BusReply(
      status: Int(clamping: head.status), headers: head.headers, body: body)
    actions.append(.tell(.reply(routed.request.id, reply)))
  }

  private mutating func rejected(
    _ reject: Reject, by peer: PeerID, into actions: inout [Action]
  ) {
    guard !reject.id.isEmpty, let routed = takeFromWorker(reject.id, peer) else { return }
    if reject.code == .tooLate {
      services[routed.service].counts.expired += 1
      return close(routed, .deadlineExceeded, into: &actions)
    }
    services[routed.service].counts.refused += 1
    let reason = GatewayEvent.FailureReason.rejected(
      code: reject.code, retryAfterMs: reject.retryAfterMilliseconds)
    close(routed, reason, into: &actions)
  }

  /// The waiting request that `peer` has just answered. A late answer, one that nobody asked for
  /// and one of another worker than the last are dropped and counted.
  private mutating func takeFromWorker(_ id: [UInt8], _ peer: PeerID) -> RoutedRequest? {
    guard let worker = workers[peer] else { return nil }
    guard let id = RequestID(bytes: id), let routed = requests[id], routed.worker == peer else {
      services[worker.service].counts.droppedReplies += 1
      return nil
    }
    requests[id] = nil
    workers[peer]?.inFlight -= 1
    guard routed.isExpired else { return routed }
    services[worker.service].counts.droppedReplies += 1
    return nil
  }
}
