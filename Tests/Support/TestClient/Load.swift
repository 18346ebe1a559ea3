import Synchronization

/// Callers that repeat one call until they are told to stop, and what came of it.
public final class Load<Outcome: Sendable & Hashable>: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let counts = Mutex<[Outcome: Int]>([:])
  private let threads = Mutex<[BlockingThread]>([])

  public init(callers: Int, _ call: @escaping @Sendable (Int) -> Outcome) {
    let made = (0..<callers).map { index in
      BlockingThread { [self] in
        while !isOver.load(ordering: .relaxed) { count(call(index)) }
      }
    }
    threads.withLock { $0 = made }
  }

  public var soFar: [Outcome: Int] { counts.withLock { $0 } }
  public var total: Int { soFar.values.reduce(0, +) }

  /// Waits until so many more calls have ended: how a test knows that the load is running.
  public func waitForMore(_ count: Int, upTo seconds: Double = 30) -> Bool {
    let target = total + count
    return Patience.wait(upTo: seconds) { total >= target }
  }

  /// Ends the load and returns how often each outcome was seen.
  @discardableResult
  public func stop() -> [Outcome: Int] {
    isOver.store(true, ordering: .relaxed)
    for thread in threads.withLock({ threads in
      defer { threads = [] }
      return threads
    }) {
      thread.join()
    }
    return soFar
  }

  private func count(_ outcome: Outcome) { counts.withLock { $0[outcome, default: 0] += 1 } }
}
