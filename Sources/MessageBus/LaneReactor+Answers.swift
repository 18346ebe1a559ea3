import Instants
import Licensing
import ServiceKit
import Wire
import ZeroMQ

extension LaneReactor {
  func sendLeaving(at now: BusTime) {
    if let status = leaving.status { take(status, at: now.monotonic) }
    for connection in connections { sendUnsent(over: connection, at: now) }
    for answer in leaving.answers { send(answer, at: now) }
    for event in leaving.events { hints.publish(event) }
    leaving.answers.removeAll(keepingCapacity: true)
    leaving.events.removeAll(keepingCapacity: true)
    leaving.status = nil
  }

  private func take(_ new: LaneStatus, at now: MonotonicTime) {
    let hasNews = new.isAble != status.isAble
    status = new
    guard hasNews else { return }
    for connection in connections { connection.link.hasNews(at: now) }
  }

  private func send(_ answer: LaneAnswer, at now: BusTime) {
    switch inHand.answer(answer.id) {
    case .gateway(let link, let generation):
      send(answer, over: connections[link], generation, at: now)
    case .direct(let origin): send(answer, to: origin, at: now)
    case nil: counts.droppedReplies += 1
    }
  }

  private func send(
    _ answer: LaneAnswer, over connection: GatewayConnection, _ generation: UInt64, at now: BusTime
  ) {
    guard connection.generation == generation, connection.socket != nil else {
      return counts.droppedReplies += 1
    }
    if connection.unsent.isEmpty && offer(answer, over: connection, at: now) { return }
    guard connection.socket != nil else { return counts.droppedReplies += 1 }
    connection.unsent.append(answer)
  }

  /// Those that the socket was too full for, in their order.
  private func sendUnsent(over connection: GatewayConnection, at now: BusTime) {
    var sent = 0
    while sent < connection.unsent.count,
      offer(connection.unsent[sent], over: connection, at: now)
    {
      sent += 1
    }
    // A socket that failed meanwhile has left none.
    connection.unsent.removeFirst(min(sent, connection.unsent.count))
  }

  /// Says whether the answer is done with.
  private func offer(
    _ answer: LaneAnswer, over connection: GatewayConnection, at now: BusTime
  ) -> Bool {
    switch answer.content {
    case .tooLate:
      counts.tooLate += 1
      refuse(answer.id, .tooLate, over: connection)
      return true
    case .reply(let reply):
      guard send(reply, to: answer.id, over: connection, at: now) == .sent else {
        return false
      }
      counts.answered += 1
      return true
    }
  }

  private func send(
    _ reply: BusReply, to id: RequestID, over connection: GatewayConnection, at now: BusTime
  ) -> SendOutcome {
    let head = ReplyHead(
      id: id.bytes, status: UInt32(clamping: reply.status), headers: reply.headers)
    do {
      if reply.body.count > BusRules.frameBytes { throw WireError.limitExceeded(field: .envelope) }
      try encoder.encode(.reply(head))
    } catch {
      return sendUnfit(id, over: connection, at: now)
    }
    return sendEncoded(body: reply.body, over: connection, at: now)
  }

  /// In place of a reply that is larger than a message may be.
  private func sendUnfit(
    _ id: RequestID, over connection: GatewayConnection, at now: BusTime
  ) -> SendOutcome {
    log.error("A reply was beyond the limits of a message.", [LogField("request", id.description)])
    return send(
      .reply(ReplyHead(id: id.bytes, status: 500, headers: [])), over: connection, at: now)
  }

  func refuse(_ id: RequestID, _ code: RejectCode, over connection: GatewayConnection) {
    let retry = code == .tooMany ? BusRules.retryAfterMilliseconds : 0
    let reject = Reject(id: id.bytes, code: code, retryAfterMilliseconds: retry)
    _ = send(.reject(reject), over: connection, at: BusTime(time))
  }

  func send(
    _ envelope: Envelope, over connection: GatewayConnection, at now: BusTime
  ) -> SendOutcome {
    guard (try? encoder.encode(envelope)) != nil else { return .sent }
    return sendEncoded(body: [], over: connection, at: now)
  }

  private func sendEncoded(
    body: [UInt8], over connection: GatewayConnection, at now: BusTime
  ) -> SendOutcome {
    do {
      return try connection.send(encoder, body: body)
    } catch {
      socketFailed(connection, error, at: now)
      return .unreachable
    }
  }
}
