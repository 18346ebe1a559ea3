import LicenseStore

/// Takes what the outbox names to Redis and strikes it out. The calls use it for what they have just
/// committed, the duty for what was left over.
struct Delivery {
  /// Values in one trip to Redis.
  static let tripLimit = 500

  let store: PostgresStore
  let publisher: any ChangePublisher
  let reader: ChangeReader

  /// Whether all of `records` got there. `epoch` was known before they were committed or read: what
  /// comes late lands where nobody reads, and has to be told again.
  func deliver(_ records: [OutboxRecord], under epoch: Int64?) throws(StoreError) -> Bool {
    guard let epoch else {
      try store.outboxPostponed(records.map(\.id))
      return records.isEmpty
    }
    var isComplete = true
    for trip in records.chunked(by: Self.tripLimit) {
      isComplete = try deliver(trip: trip, under: epoch) && isComplete
    }
    return isComplete
  }

  private func deliver(trip: [OutboxRecord], under epoch: Int64) throws(StoreError) -> Bool {
    let read = try reader.read(trip)
    let changes = read.compactMap(\.change)
    let isTold = changes.isEmpty || publisher.publish(changes, under: epoch)
    // An epoch that began meanwhile is another Redis, or this one emptied.
    let isThere = isTold && publisher.standing()?.epoch == epoch
    let done = isThere ? read.filter { !$0.isTampered }.map(\.record.id) : []
    try store.outboxDelivered(done)
    let left = Set(trip.map(\.id)).subtracting(done)
    try store.outboxPostponed(left.sorted())
    return left.isEmpty
  }
}

extension ReadChange {
  fileprivate var change: CommittedChange? {
    if case .tell(let change) = content { change } else { nil }
  }

  fileprivate var isTampered: Bool {
    if case .tampered = content { true } else { false }
  }
}

extension Array {
  fileprivate func chunked(by size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
