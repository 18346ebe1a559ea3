import Wire
import ZeroMQ

/// Whose word counts where workers come in by CURVE.
extension GatewayRouter {
  /// A known key that announces what its line does not name, or one that is off the list by now.
  mutating func refuse(
    _ identity: WorkerIdentity, announcing service: String, from peer: PeerID, at now: BusTime,
    into actions: inout [Action]
  ) {
    refusedAnnouncements += 1
    workerWent(peer, at: now, into: &actions)
    actions.append(.send(peer, .reject(Reject(code: .notAllowed))))
    if let key = identity.key, strangers.isNew(key) {
      actions.append(.name(identity, service: service))
    }
  }

  /// The list changed: whoever may no longer be what it announced goes, and its requests are given
  /// to others.
  ///
  /// - Parameter line: of a key; `nil`: it is not on the list any more.
  mutating func heed(
    _ line: (CurvePublicKey) -> AllowList.Peer?, at now: BusTime, into actions: inout [Action]
  ) {
    strangers.forget()
    var refused: [PeerID] = []
    for (id, worker) in workers {
      guard let key = worker.key else { continue }
      let identity = WorkerIdentity(key: key, peer: line(key))
      if identity.mayAnnounce(services[worker.service].limit.name) {
        workers[id]?.inFlightCap = identity.peer?.inFlightCap
      } else {
        actions.append(.send(id, .reject(Reject(code: .notAllowed))))
        refused.append(id)
      }
    }
    workersWent(refused, at: now, into: &actions)
  }

  func hasRoom(for identity: WorkerIdentity?) -> Bool {
    guard workers.count < BusRules.workers else { return false }
    guard let key = identity?.key else { return true }
    return workers.values.count { $0.key == key } < CurveRules.workersOfOneKey
  }
}
