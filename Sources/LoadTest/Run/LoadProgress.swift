import Synchronization

/// How far a run is, for who watches it from another thread.
public final class LoadProgress: Sendable {
  private let answeredCount = Atomic<Int>(0)
  private let errorCount = Atomic<Int>(0)

  public init() {}

  public var answered: Int { answeredCount.load(ordering: .relaxed) }
  public var errors: Int { errorCount.load(ordering: .relaxed) }

  func countAnswer() { answeredCount.wrappingAdd(1, ordering: .relaxed) }
  func countError() { errorCount.wrappingAdd(1, ordering: .relaxed) }
}
