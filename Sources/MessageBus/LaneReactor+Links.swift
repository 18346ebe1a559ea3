import Instants
import Licensing
import ServiceKit
import Wire
import ZeroMQ

extension LaneReactor {
  func advance(_ index: Int, at now: BusTime) {
    connections[index].link.advance(to: now.monotonic, into: &actions)
    perform(over: index, at: now)
  }

  func perform(over index: Int, at now: BusTime) {
    let connection = connections[index]
    var next = 0
    while next < actions.count {
      switch actions[next] {
      case .open: open(connection, at: now)
      case .close(let reason): close(connection, reason)
      case .send(let content): say(content, over: connection, at: now)
      case .take(let head, let deadline): take(head, deadline: deadline, over: index, at: now)
      }
      next += 1
    }
    actions.removeAll(keepingCapacity: true)
  }

  private func open(_ connection: GatewayConnection, at now: BusTime) {
    do {
      try connection.open(in: context)
    } catch {
      socketFailed(connection, error, at: now)
    }
  }

  private func close(_ connection: GatewayConnection, _ reason: WorkerLink.Closing) {
    drop(connection)
    let endpoint = LogField("endpoint", connection.endpoint)
    switch reason {
    case .silence: log.warning("A gateway is silent.", [endpoint])
    case .rejected(let code):
      log.error("A gateway wants nothing of this worker.", [endpoint, LogField("code", code.text)])
    case .leaving: log.info("This worker leaves a gateway.", [endpoint])
    }
  }

  func drop(_ connection: GatewayConnection) {
    counts.droppedReplies += UInt64(connection.unsent.count)
    connection.close()
  }

  private func say(
    _ content: WorkerLink.LinkMessage, over connection: GatewayConnection, at now: BusTime
  ) {
    let envelope: Envelope =
      switch content {
      case .ready: .ready(lane.ready)
      case .heartbeat: .heartbeat(heartbeat(at: now))
      case .drain: .drain
      }
    if send(envelope, over: connection, at: now) != .sent {
      connection.link.sendFailed(content, at: now.monotonic)
    }
  }

  private func heartbeat(at now: BusTime) -> Heartbeat {
    Heartbeat(
      clockUnixMilliseconds: UInt64(clamping: now.wall.value),
      inFlight: UInt32(clamping: inHand.count),
      oldestMilliseconds: UInt32(clamping: inHand.oldestMilliseconds(at: now.monotonic)),
      isAble: status.isAble,
      counters: Array((counts.all + status.counters).prefix(EnvelopeLimits.counters)),
      clockOffsets: Array(status.clockOffsets.prefix(EnvelopeLimits.clockOffsets)))
  }

  func socketFailed(
    _ connection: GatewayConnection, _ error: ZeroMQError, at now: BusTime
  ) {
    log.error(
      "A socket to a gateway failed.",
      [
        LogField("endpoint", connection.endpoint), LogField("call", error.call),
        LogField("errno", error.errorNumber),
      ])
    connection.link.socketFailed(at: now.monotonic)
    drop(connection)
  }
}
