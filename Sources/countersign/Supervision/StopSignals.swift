import Glibc

/// SIGTERM, SIGINT and SIGCHLD of the supervisor, taken one by one by its loop.
struct StopSignals {
  private var set = sigset_t()

  /// To be made before any thread starts; children get none of it.
  init() {
    sigemptyset(&set)
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGCHLD] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Sleeps for at most `milliseconds`, less when a signal comes; says whether one asked to stop.
  mutating func wait(milliseconds: Int) -> Bool {
    var limit = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    let signal = sigtimedwait(&set, nil, &limit)
    return signal > 0 && signal != SIGCHLD
  }
}
