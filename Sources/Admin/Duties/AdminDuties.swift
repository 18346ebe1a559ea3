import Instants
import LicenseStore
import ServiceKit

/// What one admin process does for all, in small pieces between calls: it goes on telling Redis
/// what could not be told at once, seals the log, and sweeps claims that protect nothing any more.
public final class AdminDuties {
  /// Outbox rows in one piece.
  static let outboxLimit = 500
  /// Claims in one piece.
  static let sweepLimit = 5000
  /// How often the head of the chain over the log is said, and looked at while nothing is sealed:
  /// whoever keeps this process' log off the host has it there.
  static let millisecondsBetweenHeads: Int64 = 60_000

  private let store: PostgresStore
  private let publisher: any ChangePublisher
  private let time: any TimeSource
  private let log: Logger
  private let delivery: Delivery
  private var schedule = DutySchedule()
  private var deliveredRows: UInt64 = 0
  private var postponedRows: UInt64 = 0
  private var sweptRows: UInt64 = 0
  private var sealedRows: UInt64 = 0
  private var saidHead: SealHead?
  private var saidHeadAt: MonotonicTime?
  private var unsaidHead: SealHead?
  private var lookedAtSealsAt: MonotonicTime?

  public init(
    store: PostgresStore, publisher: any ChangePublisher, time: any TimeSource, log: Logger
  ) {
    self.store = store
    self.publisher = publisher
    self.time = time
    self.log = log
    delivery = Delivery(
      store: store, publisher: publisher, reader: ChangeReader(store: store, time: time))
  }

  /// Does what is due, unless another process is at it.
  public func tick() {
    let due = schedule.takeDue(at: time.monotonic())
    if due.isEmpty { return }
    do {
      _ = try store.onDuty { () throws(StoreError) in
        for duty in due { try attempt(duty) }
      }
    } catch {
      log.warning("Duties could not be done", [LogField("error", error.code)])
    }
    if isHeadDue { sayHead() }
  }

  /// Says what a minute has not passed for yet: nobody comes back to it.
  public func end() { sayHead() }

  /// A duty that fails does not keep those behind it waiting; without PostgreSQL none can be done.
  private func attempt(_ duty: DutySchedule.Duty) throws(StoreError) {
    do throws(StoreError) {
      try perform(duty)
    } catch {
      if error == .away { throw error }
      log.warning(
        "A duty could not be done",
        [LogField("duty", duty.rawValue), LogField("error", error.code)])
    }
  }

  /// What is due already was due before any clock that the caller has read.
  public var nextWake: MonotonicTime? { schedule.nextDue ?? MonotonicTime(nanoseconds: .min) }

  public var counters: [(name: String, value: UInt64)] {
    [
      ("outbox_delivered", deliveredRows),
      ("outbox_postponed", postponedRows),
      ("requests_swept", sweptRows),
      ("log_rows_sealed", sealedRows),
    ]
  }

  private func perform(_ duty: DutySchedule.Duty) throws(StoreError) {
    switch duty {
    case .outbox: try deliver()
    case .seal: try seal()
    case .sweep: try sweep()
    }
  }

  private func deliver() throws(StoreError) {
    // Before the rows are read: see `Delivery`.
    let epoch = publisher.epoch
    let records = try store.outboxDue(limit: Self.outboxLimit)
    if records.isEmpty { return }
    if try delivery.deliver(records, under: epoch) {
      deliveredRows += UInt64(records.count)
      if records.count == Self.outboxLimit { schedule.hurry(.outbox) }
    } else {
      postponedRows += UInt64(records.count)
      log.warning("Changes are still not in Redis", [LogField("rows", records.count)])
    }
  }

  private func seal() throws(StoreError) {
    guard let sealed = try store.sealLog(at: time.now()) else { return try lookAtSeals() }
    sealedRows += UInt64(sealed.rows)
    if sealed.rows == PostgresStore.sealedRowLimit { schedule.hurry(.seal) }
    unsaidHead = sealed.head
  }

  /// Nothing was sealed: because nothing was written, because another process did and may have ended
  /// before it said so, or because nothing can be.
  private func lookAtSeals() throws(StoreError) {
    let now = time.monotonic()
    if let lookedAtSealsAt, now < lookedAtSealsAt + Self.millisecondsBetweenHeads { return }
    let standing = try store.sealStanding()
    lookedAtSealsAt = now
    if standing.head != saidHead { unsaidHead = standing.head }
    guard standing.isBehind else { return }
    log.warning(
      "Transaction ids begin anew below those that are sealed: new rows of the log are not sealed")
  }

  private var isHeadDue: Bool {
    saidHeadAt.map { time.monotonic() >= $0 + Self.millisecondsBetweenHeads } ?? true
  }

  private func sayHead() {
    guard let head = unsaidHead else { return }
    unsaidHead = nil
    saidHead = head
    saidHeadAt = time.monotonic()
    log.info("The log is sealed", [LogField("head", head.description)])
  }

  private func sweep() throws(StoreError) {
    let instant = time.now() - WriteClaim.lifeSeconds
    let swept = try store.sweepRequests(olderThan: instant, limit: Self.sweepLimit)
    sweptRows += UInt64(swept)
    if swept == Self.sweepLimit { schedule.hurry(.sweep) }
  }
}
