import ServiceKit
import Synchronization

/// From a lane's socket thread to its work thread. Each request in here is in hand (`RequestsInHand`), so
/// there are at most the lane's capacity of gateways', as many again of direct clients', and one look-up
/// for each operator key of theirs. Hints beyond `BusRules.waitingHints` are dropped.
final class LaneInbox: Sendable {
  struct Content: Sendable {
    var requests: [BusRequest] = []
    var hints: [BusEvent] = []
    /// Nothing more will come.
    var isFinished = false

    var isEmpty: Bool { requests.isEmpty && hints.isEmpty && !isFinished }
  }

  let wake: WakeDescriptor
  private let content = Mutex(Content())

  init() throws(SystemFault) {
    wake = try WakeDescriptor()
  }

  /// Takes over all of `requests` and `hints` and leaves them empty, with their memory.
  func put(requests: inout [BusRequest], hints: inout [BusEvent], isFinished: Bool) {
    let wasEmpty = content.withLock { content in
      let wasEmpty = content.isEmpty
      content.isFinished = content.isFinished || isFinished
      if content.requests.isEmpty {
        swap(&content.requests, &requests)
      } else {
        content.requests.append(contentsOf: requests)
      }
      content.hints.append(
        contentsOf: hints.prefix(max(0, BusRules.waitingHints - content.hints.count)))
      return wasEmpty
    }
    requests.removeAll(keepingCapacity: true)
    hints.removeAll(keepingCapacity: true)
    if wasEmpty { wake.wake() }
  }

  var isEmpty: Bool { content.withLock { $0.isEmpty } }

  /// All that is there, in exchange for an empty `taken`.
  func take(into taken: inout Content) {
    wake.clear()
    content.withLock { swap(&$0, &taken) }
  }
}
