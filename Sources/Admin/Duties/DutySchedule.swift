import Instants

/// When each duty is due. A value: time in, duties out.
public struct DutySchedule: Hashable, Sendable {
  public enum Duty: String, CaseIterable, Sendable {
    case outbox
    case seal
    case sweep
  }

  /// The outbox holds what could not be told at once, mostly nothing.
  static let millisecondsBetweenDeliveries: Int64 = 1000
  /// data.md, `log_seals`.
  static let millisecondsBetweenSeals: Int64 = 1000
  /// Claims stand for a day; a minute more harms nobody.
  static let millisecondsBetweenSweeps: Int64 = 60_000

  private var dueAt: [Duty: MonotonicTime] = [:]

  public init() {}

  /// What is due at `now`, each noted as done: the next time counts from now.
  public mutating func takeDue(at now: MonotonicTime) -> [Duty] {
    let due = Duty.allCases.filter { dueAt[$0].map { $0 <= now } ?? true }
    for duty in due { dueAt[duty] = now + Self.milliseconds(between: duty) }
    return due
  }

  /// There is more to do: it goes on at once.
  public mutating func hurry(_ duty: Duty) { dueAt[duty] = nil }

  /// `nil`: something is due already.
  public var nextDue: MonotonicTime? {
    dueAt.count == Duty.allCases.count ? dueAt.values.min() : nil
  }

  private static func milliseconds(between duty: Duty) -> Int64 {
    switch duty {
    case .outbox: millisecondsBetweenDeliveries
    case .seal: millisecondsBetweenSeals
    case .sweep: millisecondsBetweenSweeps
    }
  }
}
