import Instants
import Licensing

/// What verifications have to tell PostgreSQL: when a device was seen, and a later end of its token.
///
/// Gathered per binding and written many in one statement. Bounded: what does not fit is dropped and
/// counted, and comes again with the device's next verification.
public struct SeenBuffer: Sendable {
  public static let defaultCapacity = 20_000

  public let capacity: Int
  private var updates: [BindingID: SeenUpdate] = [:]
  /// Since the start of the process.
  public private(set) var droppedCount: UInt64 = 0

  public init(capacity: Int = SeenBuffer.defaultCapacity) {
    self.capacity = capacity
  }

  public var count: Int { updates.count }
  public var isEmpty: Bool { updates.isEmpty }

  /// Notes a valid verdict that slid a token's end, where PostgreSQL's own end does not reach so
  /// far: then PostgreSQL gets that end and half a life more. Returns the end that PostgreSQL has or
  /// will have, for Redis.
  public mutating func note(
    _ bindingID: BindingID, generation: UInt32, slidTo end: Timestamp,
    postgresEndsAt: Timestamp, tokenTTLSeconds: Int, at now: Timestamp
  ) -> Timestamp {
    guard end > postgresEndsAt else { return postgresEndsAt }
    let later = end + Int64(tokenTTLSeconds / 2)
    let update = SeenUpdate(
      bindingID: bindingID, generation: generation, endsAt: later, seenAt: now)
    return add(update) ? later : postgresEndsAt
  }

  /// False where there was no room.
  public mutating func add(_ update: SeenUpdate) -> Bool {
    guard updates[update.bindingID] != nil || updates.count < capacity else {
      droppedCount += 1
      return false
    }
    let held = updates[update.bindingID].map { [$0] } ?? []
    updates[update.bindingID] = SeenUpdate.merged(held + [update])[0]
    return true
  }

  /// Takes at most `limit` out, ids ascending.
  public mutating func take(upTo limit: Int) -> [SeenUpdate] {
    let taken = updates.values.sorted { $0.bindingID < $1.bindingID }.prefix(limit)
    for update in taken { updates.removeValue(forKey: update.bindingID) }
    return Array(taken)
  }

  /// Puts back what PostgreSQL did not take. What no longer fits is dropped and counted.
  public mutating func putBack(_ taken: [SeenUpdate]) {
    for update in taken { _ = add(update) }
  }
}
