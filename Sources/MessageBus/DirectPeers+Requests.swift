import Instants
import Wire

extension DirectPeers {
  mutating func asked(
    _ head: RequestHead, by id: PeerID, _ peer: DirectPeer, at now: BusTime,
    into actions: inout [Action]
  ) {
    guard !peer.isDrained else { return misplacedMessages += 1 }
    guard drain != .done else { return actions.append(.refuse(head.id, .tooLate, id)) }
    guard let purpose = purpose(of: head, peer) else {
      let code: RejectCode = peer.key == nil ? .keyInvalid : .notAllowed
      return actions.append(.refuse(head.id, code, id))
    }
    guard let index = clients.index(forKey: peer.client) else { return misplacedMessages += 1 }
    guard clients.values[index].inFlight < clients.values[index].inFlightCap else {
      return actions.append(.refuse(head.id, .tooMany, id))
    }
    guard let requestID = DirectIdentity.requestID(head.id, after: clients.values[index].prefix)
    else { return misplacedMessages += 1 }
    clients.values[index].inFlight += 1
    actions.append(
      .take(
        DirectRequest(
          id: requestID, head: head,
          deadline: peer.clock.monotonic(at: head.deadlineUnixMilliseconds, now: now),
          connectionKey: connectionKey(purpose),
          origin: DirectOrigin(
            peer: id, client: peer.client, requestID: head.id, purpose: purpose))))
  }

  /// `nil`: refused. Whatever shows an operator key decides anew who the connection is.
  private func purpose(of head: RequestHead, _ peer: DirectPeer) -> DirectOrigin.Purpose? {
    let call = DirectCall(target: head.target)
    if call == .introspect,
      let authorization = head.headers.first(where: { $0.name == "authorization" })
    {
      return .presentation(authorization: authorization.value)
    }
    guard let key = peer.key, let call else { return nil }
    return call == .verify ? .verify : .introspect(key: key)
  }

  private func connectionKey(_ purpose: DirectOrigin.Purpose) -> [UInt8]? {
    guard case .introspect(let key) = purpose else { return nil }
    return keys[key]?.authorization
  }
}
