import Synchronization

/// A number that only grows. Any thread may add to it.
public final class Counter: Sendable {
  private let count = Atomic<UInt64>(0)

  public init() {}

  public func add(_ amount: UInt64 = 1) {
    count.wrappingAdd(amount, ordering: .relaxed)
  }

  public var value: UInt64 { count.load(ordering: .relaxed) }
}
