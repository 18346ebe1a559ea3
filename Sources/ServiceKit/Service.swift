import Instants

/// A part of a process that runs by itself once started: a worker, an HTTP listener, a sweep.
///
/// All calls come from the process' main thread, in this order: `start` once, `beginStop` once,
/// `waitUntilStopped` any number of times.
public protocol Service: Sendable {
  /// For logs.
  var name: String { get }

  /// Returns when the service runs; throws when it cannot, which ends the process.
  func start() throws

  /// Takes nothing new from here on and finishes what it has. Returns at once.
  func beginStop()

  /// Waits until all is finished, at most until `deadline`; says whether it is.
  func waitUntilStopped(until deadline: MonotonicTime) -> Bool

  /// Reads anew what it read from files at its start and may change while it runs (SIGHUP), and says so
  /// in the log. What cannot be used changes nothing. Returns at once; whether there is such a file.
  func reload() -> Bool

  /// Whether the service has ended by itself and cannot go on, which ends the process with 1.
  /// Asked at least once a second, from the main thread.
  var hasFailed: Bool { get }
}

extension Service {
  public var hasFailed: Bool { false }
  public func reload() -> Bool { false }
}
