import Glibc

/// Where a process learns that it shall stop, or read its files anew.
protocol SignalSource {
  /// The next signal, or `nil` when none came within `milliseconds`.
  mutating func next(withinMilliseconds milliseconds: Int32) -> Int32?
}

/// SIGTERM, SIGINT and SIGHUP, blocked for the whole process and taken one by one.
struct StopSignals: SignalSource {
  private var set: sigset_t

  /// To be made on the main thread before any other thread starts: threads inherit the mask.
  init() {
    // One that is ignored, as `nohup` has it, would not be seen.
    signal(SIGHUP, SIG_DFL)
    set = SignalMask.block([SIGTERM, SIGINT, SIGHUP])
  }

  mutating func next(withinMilliseconds milliseconds: Int32) -> Int32? {
    var limit = timespec(
      tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
    let signal = sigtimedwait(&set, nil, &limit)
    return signal > 0 ? signal : nil
  }
}
