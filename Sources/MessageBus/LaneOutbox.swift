import ServiceKit
import Synchronization

/// From a lane's work thread to its socket thread. A request is in hand until its answer is taken from
/// here, so there are no more answers than `LaneInbox` may hold requests, as long as the handler gives
/// one to each. Events beyond `BusRules.waitingHints` are dropped.
package final class LaneOutbox: Sendable {
  package struct Content: Sendable {
    package var answers: [LaneAnswer] = []
    var events: [BusEvent] = []
    var status: LaneStatus?
    /// The handler is gone; nothing more will come.
    var isFinished = false

    package init() {}

    var isEmpty: Bool {
      answers.isEmpty && events.isEmpty && status == nil && !isFinished
    }
  }

  let wake: WakeDescriptor
  private let content = Mutex(Content())

  package init() throws(SystemFault) {
    wake = try WakeDescriptor()
  }

  func put(answers: inout [LaneAnswer], status: LaneStatus?) {
    put { content in
      if let status { content.status = status }
      if content.answers.isEmpty {
        swap(&content.answers, &answers)
      } else {
        content.answers.append(contentsOf: answers)
      }
    }
    answers.removeAll(keepingCapacity: true)
  }

  /// From any lane's work thread.
  func put(events: inout [BusEvent]) {
    put { content in
      let room = max(0, BusRules.waitingHints - content.events.count)
      content.events.append(contentsOf: events.prefix(room))
    }
  }

  func finish() {
    put { $0.isFinished = true }
  }

  /// All that is there, in exchange for an empty `taken`.
  package func take(into taken: inout Content) {
    wake.clear()
    content.withLock { swap(&$0, &taken) }
  }

  private func put(_ change: (inout Content) -> Void) {
    let wasEmpty = content.withLock { content in
      let wasEmpty = content.isEmpty
      change(&content)
      return wasEmpty
    }
    if wasEmpty { wake.wake() }
  }
}
