import Instants
import Licensing
import Wire

extension GatewayRouter {
  /// Does what is due: heartbeats, silent workers, passed deadlines. Call it after all that had
  /// arrived was taken in, or a pause of this process looks like the silence of all others.
  mutating func advance(to now: BusTime, into actions: inout [Action]) {
    if now.monotonic >= nextExpiry { expire(at: now.monotonic, into: &actions) }
    if now.monotonic >= nextSilence { dropSilent(at: now, into: &actions) }
    if now.monotonic >= nextHeartbeat { sendHeartbeats(at: now, into: &actions) }
  }

  func heartbeat(to peer: PeerID, at now: BusTime) -> Envelope {
    .heartbeat(
      Heartbeat(
        clockUnixMilliseconds: UInt64(clamping: now.wall.value),
        inFlight: UInt32(clamping: workers[peer]?.inFlight ?? 0)))
  }

  /// The worker is gone: its requests are sent once more to another, or are lost.
  mutating func workerWent(_ peer: PeerID, at now: BusTime, into actions: inout [Action]) {
    guard let worker = workers.removeValue(forKey: peer) else { return }
    services[worker.service].workers.removeAll { $0 == peer }
    services[worker.service].turn = 0
    let orphans = requests.values.filter { $0.worker == peer }.sorted { $0.order < $1.order }
    for orphan in orphans { rehome(orphan, at: now, into: &actions) }
  }

  private mutating func sendHeartbeats(at now: BusTime, into actions: inout [Action]) {
    nextHeartbeat = now.monotonic + BusRules.heartbeatMilliseconds
    for peer in workers.keys { actions.append(.send(peer, heartbeat(to: peer, at: now))) }
  }

  private mutating func dropSilent(at now: BusTime, into actions: inout [Action]) {
    let silent = workers.filter {
      now.monotonic >= $0.value.lastHeard + BusRules.silenceMilliseconds
    }
    for peer in silent.keys { workerWent(peer, at: now, into: &actions) }
    nextSilence =
      workers.values.map { $0.lastHeard + BusRules.silenceMilliseconds }.min() ?? .never
  }

  private mutating func expire(at now: MonotonicTime, into actions: inout [Action]) {
    let late = requests.values.filter { !$0.isExpired && $0.deadline <= now }
    for routed in late.sorted(by: { $0.order < $1.order }) {
      markExpired(routed, into: &actions)
    }
    nextExpiry = requests.values.lazy.filter { !$0.isExpired }.map(\.deadline).min() ?? .never
  }

  private mutating func markExpired(_ routed: RoutedRequest, into actions: inout [Action]) {
    let id = routed.request.id
    requests[id]?.isExpired = true
    requests[id]?.request.dropContent()
    services[routed.service].waiting -= 1
    services[routed.service].counts.expired += 1
    if !routed.isAbandoned { actions.append(.tell(.failed(id, reason: .deadlineExceeded))) }
  }

  private mutating func rehome(
    _ orphan: RoutedRequest, at now: BusTime, into actions: inout [Action]
  ) {
    let id = orphan.request.id
    if !orphan.isExpired && orphan.deadline <= now.monotonic {
      markExpired(orphan, into: &actions)
    }
    guard requests[id]?.isExpired == false else {
      requests[id] = nil
      return
    }
    guard !orphan.isAbandoned, orphan.sends < BusRules.sends,
      case .worker(let other) = chooseWorker(of: orphan.service, at: now.monotonic)
    else { return lose(orphan, into: &actions) }
    requests[id]?.sends += 1
    services[orphan.service].counts.rerouted += 1
    assign(id, to: other, into: &actions)
  }
}
