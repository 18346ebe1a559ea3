import Synchronization

/// Collects what the threads of a run bring home.
final class LaneResults: Sendable {
  private struct State {
    var tally: Tally?
    var failure: (any Error)?
  }

  private let state = Mutex(State())

  /// Runs a lane to its end and keeps what it saw.
  func add(_ lane: () throws -> Tally) {
    let result = Result(catching: lane)
    state.withLock { state in
      switch result {
      case .failure(let failure): state.failure = failure
      case .success(let tally):
        if state.tally == nil { state.tally = tally } else { state.tally?.merge(tally) }
      }
    }
  }

  func merged() throws -> Tally {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      guard let tally = state.tally else { throw SetupFault("no thread ran") }
      return tally
    }
  }
}
