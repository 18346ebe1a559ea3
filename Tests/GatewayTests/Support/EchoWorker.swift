import Instants
import MessageBus

/// Answers every request with its body, and says what it saw in headers.
final class EchoWorker: LaneHandler {
  private var handled: UInt64 = 0

  let nextWake: MonotonicTime? = nil
  let isAble = true
  var counters: [(name: String, value: UInt64)] { [("echoed", handled)] }

  func handle(_ batch: [BusRequest], _ outlet: LaneOutlet) {
    for request in batch {
      handled += 1
      let headers = [
        BusHeader("x-target", String(decoding: request.target, as: UTF8.self)),
        BusHeader("x-address", request.clientAddress), BusHeader("x-trace", request.traceID),
      ]
      outlet.reply(BusReply(status: 200, headers: headers, body: request.body), to: request.id)
    }
  }

  func tick(_ outlet: LaneOutlet) {}
  func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet) {}
  func drained(_ outlet: LaneOutlet) {}
}
