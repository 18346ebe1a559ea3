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
    workersWent([peer], at: now, into: &actions)
  }

  /// All are gone before the first of their requests is given to another: else that might be one of
  /// them, a lane of the process that stalls or of the key that was taken off the list.
  mutating func workersWent(_ peers: [PeerID], at now: BusTime, into actions: inout [Action]) {
    var gone: [PeerID: WorkerProcess] = [:]
    for peer in peers { gone[peer] = takeOut(peer)?.process }
    guard !gone.isEmpty else { return }
    let orphans = requests.values.filter { gone[$0.worker] != nil }.sorted { $0.order < $1.order }
    for orphan in orphans { rehome(orphan, from: gone[orphan.worker], at: now, into: &actions) }
  }

  private mutating func takeOut(_ peer: PeerID) -> RoutedWorker? {
    guard let worker = workers.removeValue(forKey: peer) else { return nil }
    services[worker.service].workers.removeAll { $0 == peer }
    services[worker.service].turn = 0
    return worker
  }

  private mutating func sendHeartbeats(at now: BusTime, into actions: inout [Action]) {
    nextHeartbeat = now.monotonic + BusRules.heartbeatMilliseconds
    for peer in workers.keys { actions.append(.send(peer, heartbeat(to: peer, at: now))) }
  }

  private mutating func dropSilent(at now: BusTime, into actions: inout [Action]) {
    let silent = workers.filter {
      now.monotonic >= $0.value.lastHeard + BusRules.silenceMilliseconds
    }
    workersWent(Array(silent.keys), at: now, into: &actions)
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
    _ orphan: RoutedRequest, from lost: WorkerProcess?, at now: BusTime,
    into actions: inout [Action]
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
      case .worker(let other) = chooseWorker(
        of: orphan.service, at: now.monotonic, ratherNotOf: lost)
    else { return lose(orphan, into: &actions) }
    requests[id]?.sends += 1
    services[orphan.service].counts.rerouted += 1
    assign(id, to: other, into: &actions)
  }
}
