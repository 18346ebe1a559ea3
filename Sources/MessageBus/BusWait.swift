import Instants

/// How long to poll. Never for ever, so that a lost wake costs a second and not a process.
enum BusWait {
  static func milliseconds(until wake: MonotonicTime, from now: MonotonicTime) -> Int32 {
    guard wake > now else { return 0 }
    guard wake < now + BusRules.heartbeatMilliseconds else {
      return Int32(BusRules.heartbeatMilliseconds)
    }
    // Rounded up: to wake a little early would mean to spin until the moment has come.
    return Int32(wake.milliseconds(since: now)) + 1
  }
}
