/// The clock of whichever worker of a service was asked.
enum WorkerClockCheck {
  static func finding(_ facts: WorkerClockFacts) -> Finding {
    let check = "clock.\(facts.service)"
    if facts.isBehindTLS {
      return .ok(
        check, "not asked, for apps call over TLS; each worker holds its clock against the stores'")
    }
    switch facts.clock {
    case .notNamed:
      return .warning(
        check, "no address of apps is known, so no \(facts.service) worker was asked",
        do: "name it by --url http://host:8080")
    case .none(let reason):
      return .warning(
        check, "no \(facts.service) worker told its time (\(reason))",
        do: "see what is said of gateways and workers")
    case .value(let clock):
      return ClockCheck.finding(check, "a worker of \(facts.service)", clock)
    }
  }
}
