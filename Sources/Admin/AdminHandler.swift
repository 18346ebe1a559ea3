import Instants
import LicenseStore
import Licensing
import MessageBus
import Problems
import ServiceAPI

/// The admin process' side of a lane: answers calls one after the other, and does the background
/// duties in between. Made, used and dropped on the lane's work thread.
public final class AdminHandler: LaneHandler {
  private let service: AdminService
  private let duties: AdminDuties
  private let session: StoreSession
  private let keys = OperatorKeyCache()
  private var waiting = WaitingRequests()
  private var counts = ReplyCounts(service: "admin")

  public init(service: AdminService, duties: AdminDuties, session: StoreSession) {
    self.service = service
    self.duties = duties
    self.session = session
  }

  public func handle(_ batch: [BusRequest], _ outlet: LaneOutlet) {
    session.tick()
    for request in batch {
      if let secret = OperatorSecret(shownBy: request), !keys.isKnown(secret) {
        waiting.add(request)
      } else {
        answer(request, outlet) { service.reply(to: request) }
      }
    }
    answerWaiting(outlet)
  }

  public func tick(_ outlet: LaneOutlet) {
    session.tick()
    answerWaiting(outlet)
    // What they sweep and seal they do by the clock.
    if session.clocks.judge() { duties.tick() }
  }

  /// Keys that nobody has seen yet are looked up together, at most 20 times a second: inventing
  /// some costs PostgreSQL next to nothing. Known ones are looked up with each call.
  private func answerWaiting(_ outlet: LaneOutlet) {
    let due = waiting.takeDue(session)
    guard !due.isEmpty else { return }
    session.noteLook()
    keys.ask(for: due.compactMap(OperatorSecret.init(shownBy:)), session)
    for request in due {
      answer(request, outlet) { refusal(of: request) ?? service.reply(to: request) }
    }
  }

  private func refusal(of request: BusRequest) -> BusReply? {
    guard let secret = OperatorSecret(shownBy: request), !keys.isKnown(secret) else { return nil }
    let now = session.time.monotonic()
    switch keys.answer(for: secret, arrival: request.receivedAt, now: now) {
    case .unknown, .key: return .problem(.keyInvalid, requestID: request.id)
    case .notKnownYet: return .problem(.unavailable, requestID: request.id)
    }
  }

  private func answer(_ request: BusRequest, _ outlet: LaneOutlet, _ reply: () -> BusReply) {
    if outlet.turnAway(ifLate: request, at: session.time.monotonic()) { return }
    // By a wrong clock keys end, and what is written begins, at a wrong time.
    let isFit = session.clocks.judge()
    let reply = isFit ? reply() : .problem(.unavailable, requestID: request.id)
    counts.add(reply.status)
    for hint in service.takeHints() { outlet.publish(topic: hint.topic, event: hint.event) }
    outlet.reply(reply, to: request.id)
    // The next call may have to wait for a store; this one's answer does not.
    outlet.flush()
  }

  /// What admins tell each other is read from the stores with each call anyway.
  public func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet) {}

  public var nextWake: MonotonicTime? {
    let duty = session.clocks.judge() ? duties.nextWake : nil
    return [waiting.nextLook(session), duty].compactMap { $0 }.min()
  }

  /// Every call needs PostgreSQL; without Redis changes are taken, and told later.
  public var isAble: Bool {
    session.isPostgresThere && session.postgres.isAvailable && session.clocks.judge()
  }

  public var clockOffsets: [(store: String, milliseconds: Int64)] { session.clockOffsets }

  public var counters: [(name: String, value: UInt64)] {
    counts.counters + session.counters + duties.counters
  }

  public func drained(_ outlet: LaneOutlet) { duties.end() }
}
