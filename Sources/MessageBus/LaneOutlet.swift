import Instants
import Licensing

/// What a handler sends by. Used on the lane's work thread only; what it is given goes out when
/// the call that got it returns, or at `flush`.
public final class LaneOutlet {
  private let outbox: LaneOutbox
  private let publications: LaneOutbox?
  private var answers: [LaneAnswer] = []
  private var events: [BusEvent] = []

  /// - Parameter publications: of the lane that owns the publishing socket, if there is one.
  package init(outbox: LaneOutbox, publications: LaneOutbox?) {
    self.outbox = outbox
    self.publications = publications
  }

  /// Answers a request. A second answer to the same one is dropped.
  public func reply(_ reply: BusReply, to id: RequestID) {
    answers.append(LaneAnswer(id: id, content: .reply(reply)))
  }

  /// Sends a hint to all who listen. Without a publishing socket it goes nowhere.
  public func publish(topic: String, event: [UInt8]) {
    events.append(BusEvent(topic: topic, event: event))
  }

  /// Sends what was given so far: for a handler that goes on to wait for a store.
  public func flush() {
    flush(status: nil)
  }

  /// Turns a request away whose deadline has passed, and says whether it did. For handlers that
  /// work on one request after the other: nobody waits for the later ones any more.
  public func turnAway(ifLate request: BusRequest, at now: MonotonicTime) -> Bool {
    guard request.deadline <= now else { return false }
    turnAwayLate(request.id)
    return true
  }

  func turnAwayLate(_ id: RequestID) {
    answers.append(LaneAnswer(id: id, content: .tooLate))
  }

  func flush(status: LaneStatus?) {
    if !events.isEmpty { publications?.put(events: &events) }
    events.removeAll(keepingCapacity: true)
    guard !answers.isEmpty || status != nil else { return }
    outbox.put(answers: &answers, status: status)
  }
}
