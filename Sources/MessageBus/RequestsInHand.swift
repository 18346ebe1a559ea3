import Instants
import Licensing

/// The requests that a worker's lane has taken and not answered yet, and whom to answer.
struct RequestsInHand: Sendable {
  enum Origin: Hashable, Sendable {
    /// A connection to a gateway: each time a socket is opened anew, the generation grows.
    case gateway(link: Int, generation: UInt64)
    case direct(DirectOrigin)

    /// Taken where there is no room, too. A full lane must not keep a key that was revoked: one
    /// look-up for each key is in hand at most, and there are fewer keys than connections.
    fileprivate var isKeyCheck: Bool {
      if case .direct(let origin) = self { origin.isKeyCheck } else { false }
    }

    fileprivate var isDirect: Bool {
      if case .direct = self { true } else { false }
    }

    /// Where the answer goes when the request comes once more. What hangs on it stays.
    mutating func move(to new: Origin) {
      if case .direct(var origin) = self, case .direct(let later) = new {
        origin.peer = later.peer
        self = .direct(origin)
      } else {
        self = new
      }
    }
  }

  enum Taking: Hashable, Sendable {
    case taken
    /// It is in hand already; the answer will go to where it came from last.
    case repeated
    case tooMany
  }

  private struct Entry: Sendable {
    var origin: Origin
    let takenAt: MonotonicTime
  }

  /// Of requests of gateways; as many of direct clients may be in hand beside them, so that neither
  /// can take the other's place.
  let capacity: Int
  private var directCount = 0
  private var entries: [RequestID: Entry] = [:]

  init(capacity: Int) {
    precondition(capacity > 0, "A lane without room for one request could answer none.")
    self.capacity = capacity
  }

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  mutating func take(_ id: RequestID, from origin: Origin, at now: MonotonicTime) -> Taking {
    if entries[id] != nil {
      move(id, to: origin)
      return .repeated
    }
    let count = origin.isDirect ? directCount : entries.count - directCount
    guard count < capacity || origin.isKeyCheck else { return .tooMany }
    entries[id] = Entry(origin: origin, takenAt: now)
    if origin.isDirect { directCount += 1 }
    return .taken
  }

  private mutating func move(_ id: RequestID, to origin: Origin) {
    if entries[id]?.origin.isDirect == true { directCount -= 1 }
    entries[id]?.origin.move(to: origin)
    if entries[id]?.origin.isDirect == true { directCount += 1 }
  }

  /// Where the answer goes; `nil` when there was none to give any more.
  mutating func answer(_ id: RequestID) -> Origin? {
    let origin = entries.removeValue(forKey: id)?.origin
    if origin?.isDirect == true { directCount -= 1 }
    return origin
  }

  /// Age of the oldest, 0 when there is none.
  func oldestMilliseconds(at now: MonotonicTime) -> Int64 {
    entries.values.map(\.takenAt).min().map { max(0, now.milliseconds(since: $0)) } ?? 0
  }
}
