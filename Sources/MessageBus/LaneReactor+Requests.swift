import Instants
import Licensing
import ServiceKit
import Wire
import ZeroMQ

extension LaneReactor {
  func receive(over index: Int, at now: BusTime) {
    for _ in 0..<BusRules.messagesPerTurn {
      guard receiveOne(over: connections[index], at: now) else { break }
      perform(over: index, at: now)
    }
    perform(over: index, at: now)
  }

  private func receiveOne(over connection: GatewayConnection, at now: BusTime) -> Bool {
    guard connection.socket != nil else { return false }
    do {
      guard try connection.socket!.receive(into: &message) else { return false }
      takeIn(over: connection, at: now)
      return true
    } catch {
      socketFailed(connection, error, at: now)
      return false
    }
  }

  private func takeIn(over connection: GatewayConnection, at now: BusTime) {
    guard message.frameCount <= 2, !message.hasTooManyFrames,
      let envelope = message.withFrame(0, { try? decoder.decode($0) })
    else { return counts.malformed += 1 }
    connection.link.received(envelope, at: now, into: &actions)
  }

  func take(
    _ head: RequestHead, deadline: MonotonicTime, over index: Int, at now: BusTime
  ) {
    guard let id = RequestID(bytes: head.id) else { return counts.malformed += 1 }
    counts.received += 1
    let connection = connections[index]
    let origin = RequestsInHand.Origin.gateway(link: index, generation: connection.generation)
    // Answers that a slow gateway has not taken count as well: nothing grows without a bound.
    let taking =
      connection.unsent.count < lane.capacity
      ? inHand.take(id, from: origin, at: now.monotonic) : .tooMany
    switch taking {
    case .taken: arriving.append(request(head, id, deadline, at: now))
    case .repeated: counts.repeated += 1
    case .tooMany:
      counts.tooMany += 1
      refuse(id, .tooMany, over: connection)
    }
  }

  /// The body is still in the message that the head was read from.
  private func request(
    _ head: RequestHead, _ id: RequestID, _ deadline: MonotonicTime, at now: BusTime
  ) -> BusRequest {
    BusRequest(
      id: id, method: head.method, target: head.target, headers: head.headers,
      clientAddress: head.clientAddress, deadline: deadline, traceID: head.traceID,
      body: message.frameCount == 2 ? message.bytes(of: 1) : [], receivedAt: now.monotonic)
  }
}
