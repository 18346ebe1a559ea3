import Instants
import LicenseStore
import ServiceKit
import Synchronization

/// The apps of one process, in memory once for all of its lanes. When a lane finds that apps have
/// changed, it alone reads those that have; the others wait for that, and not for long.
///
/// May be used from any thread.
public final class AppDirectory: Sendable {
  /// How long a lane waits for what another one reads. A reading takes milliseconds; where
  /// PostgreSQL hangs, the lane goes on with the apps that it has.
  public static let longestWaitMilliseconds: Int64 = 1000

  private struct State: Sendable {
    var apps = SharedApps()
    /// Woken when the lane that reads is done. At most one for each lane.
    var waiting: [WakeDescriptor] = []
  }

  private let state = Mutex(State())
  private let waitMilliseconds: Int64
  private let log: Logger
  private let time: any TimeSource

  public init(
    time: any TimeSource, log: Logger, waitMilliseconds: Int64 = longestWaitMilliseconds
  ) {
    self.time = time
    self.log = log
    self.waitMilliseconds = waitMilliseconds
  }

  var snapshot: AppSnapshot { state.withLock { $0.apps.snapshot } }

  var waitingLanes: Int { state.withLock { $0.waiting.count } }

  func enter(_ epoch: Int64) { state.withLock { $0.apps.enter(epoch) } }

  func isOf(_ epoch: Int64?) -> Bool { state.withLock { $0.apps.epoch == epoch } }

  /// The apps in the revision that the lane found, or a later one. `load` reads what has changed;
  /// only one lane at a time does.
  ///
  /// Throws what `load` throws; `.busy` where another lane's reading takes too long, or where one
  /// failed within the last second; and `.away` where the lane has not heard yet of the epoch that
  /// others act under.
  func compare(
    _ comparison: AppComparison, _ load: (AppCatalogue) throws(StoreError) -> AppCatalogue
  ) throws(StoreError) -> AppSnapshot {
    let limit = time.monotonic() + waitMilliseconds
    while true {
      let now = time.monotonic()
      switch state.withLock({ $0.apps.compare(comparison, at: now) }) {
      case .current(let snapshot): return snapshot
      case .read(let held): return try read(comparison, since: held, load)
      case .wait: try wait(until: limit)
      case .rest: throw .busy
      case .otherEpoch: throw .away
      }
    }
  }

  // MARK: Reading

  private func read(
    _ comparison: AppComparison, since held: AppCatalogue,
    _ load: (AppCatalogue) throws(StoreError) -> AppCatalogue
  ) throws(StoreError) -> AppSnapshot {
    let catalogue: AppCatalogue
    do throws(StoreError) {
      catalogue = try load(held)
    } catch {
      let now = time.monotonic()
      if finish({ $0.fail(at: now) }) {
        log.warning(
          "Apps have changed and cannot be read: those in memory serve on",
          [LogField("reason", error.code)])
      }
      throw error
    }
    guard let snapshot = finish({ $0.end(comparison, with: catalogue) }) else { throw .away }
    return snapshot
  }

  private func finish<Value: Sendable>(_ change: (inout SharedApps) -> Value) -> Value {
    let (value, waiting) = state.withLock { state in
      defer { state.waiting.removeAll() }
      return (change(&state.apps), state.waiting)
    }
    for lane in waiting { lane.wake() }
    return value
  }

  // MARK: Waiting

  private func wait(until limit: MonotonicTime) throws(StoreError) {
    guard let wake = try? WakeDescriptor() else { throw .busy }
    let isDue = state.withLock { state in
      if state.apps.isBeingRead { state.waiting.append(wake) }
      return state.apps.isBeingRead
    }
    guard isDue else { return }
    let rest = max(0, limit.milliseconds(since: time.monotonic()))
    if wake.wait(milliseconds: Int32(clamping: rest)) { return }
    state.withLock { $0.waiting.removeAll { $0 === wake } }
    throw .busy
  }
}
