/// The part of a plan that falls to one of its threads.
struct LaneShare: Sendable {
  let connections: Int
  let pace: Pace

  /// Connections and rate are split as evenly as they can be.
  static func split(_ plan: LoadPlan) -> [LaneShare] {
    let threads = max(1, min(plan.threads, plan.connections))
    return (0..<threads).map { number in
      let extra = number < plan.connections % threads ? 1 : 0
      let pace: Pace =
        switch plan.pace {
        case .closed: plan.pace
        case .open(let rate): .open(requestsPerSecond: rate / Double(threads))
        }
      return LaneShare(connections: plan.connections / threads + extra, pace: pace)
    }
  }
}
