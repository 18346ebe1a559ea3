/// Whether gateways answer, and what they know of workers.
enum GatewayCheck {
  static let services = ["activation", "renewal", "verification", "admin"]

  static func findings(_ gateways: [GatewayFacts]) -> [Finding] {
    gateways.flatMap(findings)
  }

  private static func findings(_ facts: GatewayFacts) -> [Finding] {
    guard let reason = facts.silence else {
      return [.ok("gateway.alive", "\(facts.url) answers")] + workers(facts)
    }
    return [
      .fault(
        "gateway.alive", "\(facts.url) does not answer (\(reason))",
        do: "start the gateway, or name its operators' address by --ops")
    ]
  }

  private static func workers(_ facts: GatewayFacts) -> [Finding] {
    guard let workers = facts.workers else {
      return [
        .warning(
          "gateway.metrics", "\(facts.url) shows no metrics, so workers are not known",
          do: "name the operators' address by --ops, not the apps'")
      ]
    }
    return services.map { service in
      finding(service, workers.filter { $0.service == service }, facts)
    }
  }

  private static func finding(
    _ service: String, _ workers: [GatewayFacts.Worker], _ facts: GatewayFacts
  ) -> Finding {
    let check = "workers.\(service)"
    let able = workers.count(where: \.isAble)
    let what = "\(able) of \(workers.count) lanes able, says \(facts.url)"
    if workers.isEmpty {
      return .fault(
        check, "\(facts.url) knows no worker of \(service)",
        do: "start one whose COUNTERSIGN_GATEWAYS names this gateway's lanes")
    }
    if able == 0 || facts.missing.contains(service) {
      return .fault(
        check, what, do: "see the workers' logs: mostly a store is away, or their clock is wrong")
    }
    if able < workers.count {
      return .warning(check, what, do: "see the logs of those that are not")
    }
    return .ok(check, what)
  }
}
