import Glibc
import Synchronization

/// Threads for tests that race: they may block, so they are not the runtime's.
public enum Parallel {
  /// Runs `body` for 0..<count, all at once, and returns what each made, in order.
  public static func map<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
  ) throws -> [Value] {
    let results = Results<Value>(count: count)
    let threads = (0..<count).map { index in
      BlockingThread { results.set(index, Result { try body(index) }) }
    }
    for thread in threads { thread.join() }
    return try results.all.map { try $0.get() }
  }

  private final class Results<Value: Sendable>: Sendable {
    private let slots: Mutex<[Result<Value, any Error>?]>

    init(count: Int) { slots = Mutex(Array(repeating: nil, count: count)) }

    func set(_ index: Int, _ result: Result<Value, any Error>) {
      slots.withLock { $0[index] = result }
    }

    var all: [Result<Value, any Error>] {
      slots.withLock { $0.map { $0 ?? .failure(TransportFault.timedOut) } }
    }
  }
}
