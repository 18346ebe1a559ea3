import Glibc
import Instants
import LicenseStore
import ServiceKit
import Synchronization
import Testing

/// Many workers, each with a thread and a connection of its own, that begin at the same moment.
enum Crowd {
  private static let limitMilliseconds: Int64 = 60_000
  /// A worker whose locks were waited for too long would answer 503; here it asks again.
  private static let tryLimit = 50

  /// Gives every job to one of `workers` stores and collects what became of them.
  static func run<Job: Sendable, Value: Sendable>(
    _ jobs: [Job], workers: Int, store: @escaping @Sendable () -> PostgresStore,
    _ work: @escaping @Sendable (PostgresStore, Job) throws(StoreError) -> Value
  ) throws -> [Value] {
    let gate = Gate(awaiting: workers)
    let results = Mutex<[Value]>([])
    let failures = Mutex<[StoreError]>([])
    let threads = try (0..<workers).map { worker in
      try OSThread.start(name: "crowd") {
        let store = store()
        _ = try? store.appsRevision()
        gate.pass()
        for index in stride(from: worker, to: jobs.count, by: workers) {
          switch attempt(store, jobs[index], work) {
          case .success(let value): results.withLock { $0.append(value) }
          case .failure(let error): failures.withLock { $0.append(error) }
          }
        }
      }
    }
    let deadline = SystemTimeSource().monotonic() + limitMilliseconds
    for thread in threads { #expect(thread.join(until: deadline)) }
    #expect(failures.withLock { $0 } == [])
    return results.withLock { $0 }
  }

  private static func attempt<Job, Value>(
    _ store: PostgresStore, _ job: Job, _ work: (PostgresStore, Job) throws(StoreError) -> Value
  ) -> Result<Value, StoreError> {
    var last = StoreError.away
    for _ in 0..<tryLimit {
      do { return .success(try work(store, job)) } catch {
        last = error
        guard error == .busy else { return .failure(error) }
      }
    }
    return .failure(last)
  }
}

/// Holds threads until all have come.
private final class Gate: Sendable {
  private let missing: Atomic<Int>

  init(awaiting count: Int) {
    missing = Atomic(count)
  }

  func pass() {
    missing.subtract(1, ordering: .sequentiallyConsistent)
    while missing.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
  }
}
