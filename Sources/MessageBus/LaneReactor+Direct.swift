import Instants
import Licensing
import ServiceKit
import Wire
import ZeroMQ

extension LaneReactor {
  /// Takes in what direct clients sent, and does what is due.
  func turn(_ direct: DirectListener, at now: BusTime) {
    direct.heedList()
    if poller.isReadable(direct.descriptor) || direct.isReadable { receive(direct, at: now) }
    direct.peers.advance(to: now.monotonic, into: &direct.actions)
    perform(direct, at: now)
  }

  private func receive(_ direct: DirectListener, at now: BusTime) {
    for _ in 0..<BusRules.messagesPerTurn {
      guard receiveOne(direct, at: now) else { break }
    }
  }

  private func receiveOne(_ direct: DirectListener, at now: BusTime) -> Bool {
    do {
      guard try direct.receive(into: &message) else { return false }
    } catch {
      failed(direct, error)
      return false
    }
    takeIn(direct, at: now)
    perform(direct, at: now)
    return true
  }

  private func takeIn(_ direct: DirectListener, at now: BusTime) {
    guard (2...3).contains(message.frameCount), !message.hasTooManyFrames,
      let peer = message.withFrame(0, { PeerID($0) }),
      let envelope = message.withFrame(1, { try? decoder.decode($0) })
    else { return counts.directMalformed += 1 }
    direct.peers.received(
      envelope, from: peer, at: now, admit: { direct.admit(peer, message) },
      into: &direct.actions)
  }

  private func perform(_ direct: DirectListener, at now: BusTime) {
    var next = 0
    while next < direct.actions.count {
      perform(direct.actions[next], direct, at: now)
      next += 1
    }
    direct.actions.removeAll(keepingCapacity: true)
  }

  private func perform(_ action: DirectPeers.Action, _ direct: DirectListener, at now: BusTime) {
    switch action {
    case .heartbeat(let peer): send(.heartbeat(directHeartbeat(at: now)), to: peer, direct)
    case .drain(let peer): send(.drain, to: peer, direct)
    case .refuse(let id, let code, let peer): refuse(id, code, to: peer, direct)
    case .take(let request): take(request, direct, at: now)
    case .check(let origin, let authorization): check(origin, authorization, direct, at: now)
    }
  }

  /// libzmq drops what a client has not read yet when its connection goes. So whoever is there gets
  /// a moment to read the last answers and to go by itself; a heartbeat finds out who has gone.
  func leave(_ direct: DirectListener) {
    let end = time.monotonic() + DirectRules.leaveMilliseconds
    while !direct.peers.peers.isEmpty, time.monotonic() < end {
      poller.removeAll()
      poller.add(direct.descriptor)
      poller.wait(milliseconds: DirectRules.leaveTurnMilliseconds)
      let now = BusTime(time)
      turn(direct, at: now)
      for peer in direct.peers.peers.keys {
        send(.heartbeat(directHeartbeat(at: now)), to: peer, direct)
      }
    }
    direct.close()
  }

  // MARK: Requests

  /// The body is still in the message that the head was read from.
  private func take(_ request: DirectRequest, _ direct: DirectListener, at now: BusTime) {
    switch inHand.take(request.id, from: .direct(request.origin), at: now.monotonic) {
    case .taken:
      counts.directReceived += 1
      arriving.append(busRequest(request, at: now))
    case .repeated:
      counts.repeated += 1
      direct.peers.notTaken(request.origin)
    case .tooMany:
      direct.peers.notTaken(request.origin)
      refuse(request.head.id, .tooMany, to: request.origin.peer, direct)
    }
  }

  private func busRequest(_ request: DirectRequest, at now: BusTime) -> BusRequest {
    BusRequest(
      id: request.id, method: request.head.method, target: request.head.target,
      headers: request.head.headers, clientAddress: "", deadline: request.deadline,
      traceID: request.head.traceID, body: message.frameCount == 3 ? message.bytes(of: 2) : [],
      receivedAt: now.monotonic, connectionKey: request.connectionKey)
  }

  /// An introspection of our own, whose answer says whether the operator key still counts. It has no
  /// deadline that could pass while the lane has much to do: then nobody would ever be refused.
  private func check(
    _ origin: DirectOrigin, _ authorization: [UInt8], _ direct: DirectListener, at now: BusTime
  ) {
    let id = RequestID.random()
    guard inHand.take(id, from: .direct(origin), at: now.monotonic) == .taken else {
      return direct.peers.notTaken(origin)
    }
    arriving.append(
      BusRequest(
        id: id, method: "POST", target: DirectCall.introspectTarget, headers: [],
        clientAddress: "",
        deadline: now.monotonic + BusRules.farMilliseconds,
        traceID: "", body: DirectCall.introspectNothing, receivedAt: now.monotonic,
        connectionKey: authorization))
  }

  // MARK: Answers

  func send(_ answer: LaneAnswer, to origin: DirectOrigin, at now: BusTime) {
    guard let direct else { return counts.directDropped += 1 }
    switch answer.content {
    case .tooLate:
      let verdict = direct.peers.answered(origin, status: nil, at: now.monotonic)
      if verdict != .drop { refuse(origin.requestID, .tooLate, to: origin.peer, direct) }
    case .reply(let reply):
      switch direct.peers.answered(origin, status: reply.status, at: now.monotonic) {
      case .reply: send(reply, to: origin, direct)
      case .refuse(let code): refuse(origin.requestID, code, to: origin.peer, direct)
      case .drop: if !origin.isKeyCheck { counts.directDropped += 1 }
      }
    }
  }

  private func send(_ reply: BusReply, to origin: DirectOrigin, _ direct: DirectListener) {
    let head = ReplyHead(
      id: origin.requestID, status: UInt32(clamping: reply.status), headers: reply.headers)
    if send(.reply(head), body: reply.body, to: origin.peer, direct) {
      counts.directAnswered += 1
    } else {
      counts.directDropped += 1
    }
  }

  private func refuse(
    _ id: [UInt8], _ code: RejectCode, to peer: PeerID, _ direct: DirectListener
  ) {
    counts.directRefused += 1
    let retry = code == .tooMany ? BusRules.retryAfterMilliseconds : 0
    send(.reject(Reject(id: id, code: code, retryAfterMilliseconds: retry)), to: peer, direct)
  }

  /// Without counters: they are for gateways.
  private func directHeartbeat(at now: BusTime) -> Heartbeat {
    Heartbeat(
      clockUnixMilliseconds: UInt64(clamping: now.wall.value),
      inFlight: UInt32(clamping: inHand.count),
      oldestMilliseconds: UInt32(clamping: inHand.oldestMilliseconds(at: now.monotonic)),
      isAble: status.isAble)
  }

  /// Says whether the socket took it. A client that reads nothing is not waited for.
  @discardableResult
  private func send(
    _ envelope: Envelope, body: [UInt8] = [], to peer: PeerID, _ direct: DirectListener
  ) -> Bool {
    guard (try? encoder.encode(envelope)) != nil else { return false }
    do {
      let outcome = try direct.send(encoder, body: body, to: peer)
      if outcome == .unreachable { direct.peers.went(peer) }
      return outcome == .sent
    } catch {
      failed(direct, error)
      return false
    }
  }

  private func failed(_ direct: DirectListener, _ error: ZeroMQError) {
    log.error(
      "The socket for direct clients failed.",
      [
        LogField("endpoint", direct.endpoint), LogField("call", error.call),
        LogField("errno", error.errorNumber),
      ])
  }
}
