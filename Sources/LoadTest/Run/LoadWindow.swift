/// The times of a run, in nanoseconds of the monotonic clock.
struct LoadWindow: Sendable {
  let start: Int64
  let measuringStarts: Int64
  let end: Int64

  init(startingAt start: Int64, _ plan: LoadPlan) {
    self.start = start
    let second: Int64 = 1_000_000_000
    measuringStarts = start + Int64(plan.rampSeconds + plan.warmupSeconds) * second
    end = measuringStarts + Int64(plan.durationSeconds) * second
  }

  func isMeasured(_ time: Int64) -> Bool { time >= measuringStarts && time < end }
}
