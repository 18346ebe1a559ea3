import Instants

/// From the first signal to the exit code, as a value: events in, actions out.
///
/// SIGTERM or SIGINT drains and ends with 0; a second one, the deadline or a failure ends with 1.
struct ProcessLifeCycle {
  enum Event {
    case signal(Int32)
    case serviceFailed(String)
    case allStopped
    case clock
  }

  enum Action: Equatable {
    case goOn
    case drain(until: MonotonicTime)
    case exit(code: Int32)
  }

  private enum State {
    case running
    case draining(until: MonotonicTime, exitCode: Int32)
    case ended(exitCode: Int32)
  }

  private let drainMilliseconds: Int64
  private var state = State.running

  init(drainSeconds: Int64) {
    drainMilliseconds = drainSeconds * 1000
  }

  mutating func handle(_ event: Event, at now: MonotonicTime) -> Action {
    switch (state, event) {
    case (.running, .signal): return drain(from: now, exitCode: 0)
    case (.running, .serviceFailed): return drain(from: now, exitCode: 1)
    case (.running, .allStopped), (.running, .clock): return .goOn
    case (.draining, .signal): return end(1)
    case (.draining(_, let exitCode), .allStopped): return end(exitCode)
    case (.draining(let deadline, _), .clock): return now >= deadline ? end(1) : .goOn
    case (.draining(let deadline, _), .serviceFailed):
      state = .draining(until: deadline, exitCode: 1)
      return .goOn
    case (.ended(let exitCode), _): return .exit(code: exitCode)
    }
  }

  private mutating func drain(from now: MonotonicTime, exitCode: Int32) -> Action {
    let deadline = now + drainMilliseconds
    state = .draining(until: deadline, exitCode: exitCode)
    return .drain(until: deadline)
  }

  private mutating func end(_ exitCode: Int32) -> Action {
    state = .ended(exitCode: exitCode)
    return .exit(code: exitCode)
  }
}
