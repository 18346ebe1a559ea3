import Synchronization

/// A number that goes up and down. Any thread may set it.
public final class Gauge: Sendable {
  private let level = Atomic<Int64>(0)

  public init() {}

  public func set(_ value: Int64) {
    level.store(value, ordering: .relaxed)
  }

  public func add(_ amount: Int64) {
    level.wrappingAdd(amount, ordering: .relaxed)
  }

  public var value: Int64 { level.load(ordering: .relaxed) }
}
