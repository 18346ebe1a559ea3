import Instants
import Licensing
import MessageBus

@testable import Gateway

/// A bus without sockets: remembers what was submitted, brings what the test puts in.
final class FakeBus: RequestBus {
  var outcome = SubmitOutcome.sent
  /// Given to each request as it is submitted; the next turn brings it.
  var instantReply: BusReply?
  var able: Set<String> = ["activation", "verification", "renewal", "admin"]
  private(set) var submitted: [OutgoingRequest] = []
  private(set) var abandoned: [RequestID] = []
  private(set) var isClosed = false
  private var events: [GatewayEvent] = []

  let fileDescriptor: Int32 = -1
  var nextWake: MonotonicTime { MonotonicTime(nanoseconds: events.isEmpty ? .max : .min) }
  var counts: [String: ServiceCounts] = [:]
  let workers: [WorkerReport] = []
  let refusedAnnouncements: UInt64 = 0

  func bring(_ event: GatewayEvent) { events.append(event) }

  /// Answers the request that was submitted last.
  func reply(_ reply: BusReply) {
    guard let id = submitted.last?.id else { return }
    bring(.reply(id, reply))
  }

  func fail(_ reason: GatewayEvent.FailureReason) {
    guard let id = submitted.last?.id else { return }
    bring(.failed(id, reason: reason))
  }

  func turn() -> [GatewayEvent] {
    defer { events = [] }
    return events
  }

  func submit(_ request: OutgoingRequest) -> SubmitOutcome {
    submitted.append(request)
    if let instantReply { reply(instantReply) }
    return outcome
  }

  func abandon(_ id: RequestID) { abandoned.append(id) }
  func ableWorkers(_ service: String) -> Int { able.contains(service) ? 1 : 0 }
  func close() { isClosed = true }
}
