import LoadTest

/// The options of `countersign loadtest`, read into a plan.
struct LoadtestOptions {
  static let optionNames = LoadtestDirect.optionNames.union([
    "--url", "--mix", "--connections", "--threads", "--rate", "--think", "--ramp", "--warmup",
    "--duration", "--timeout", "--settle", "--devices", "--activate-licences", "--licences",
    "--seats",
    "--check", "--proof", "--plot",
  ])
  static let switchNames = LoadtestDirect.switchNames.union(["--json"])

  static let connectionLimit = 50_000
  static let threadLimit = 64
  static let deviceLimit = 1_000_000
  static let rateLimit = 10_000_000
  static let secondLimit = 7 * 86_400

  private(set) var plan: LoadPlan
  let asJSON: Bool
  /// Where the plot goes.
  let plotFile: String?

  init(_ parsed: Arguments, environment: [String: String]) throws(UsageFault) {
    guard let url = try parsed.value("--url") ?? environment["COUNTERSIGN_URL"] else {
      throw UsageFault("--url is required where COUNTERSIGN_URL is not set")
    }
    asJSON = parsed.has("--json")
    plotFile = try parsed.value("--plot")
    plan = LoadPlan(url: url)
    try readPace(parsed)
    try readTimes(parsed)
    try readCast(parsed)
    try readAnswers(parsed)
    plan.directLanes = try LoadtestDirect(parsed, environment: environment).lanes()
    if plan.isDirect { try checkDirect() }
  }

  private func checkDirect() throws(UsageFault) {
    if let kind = plan.mix.kinds.first(where: { !$0.isDirect }) {
      throw UsageFault(
        "--direct is for verify and introspect; \(kind.name) can be asked over HTTP only")
    }
    if plan.inFlightOfOneLane > DirectLane.inFlightLimit {
      throw UsageFault(
        "one lane takes \(DirectLane.inFlightLimit) requests in flight, not "
          + "\(plan.inFlightOfOneLane): lower --connections, or name more lanes in --direct and "
          + "as many --threads")
    }
  }

  private mutating func readPace(_ parsed: Arguments) throws(UsageFault) {
    plan.connections =
      try parsed.integer("--connections", in: 1...Self.connectionLimit) ?? plan.connections
    plan.threads = try parsed.integer("--threads", in: 1...Self.threadLimit) ?? plan.threads
    if let text = try parsed.value("--mix") {
      guard let mix = Mix(text: text) else {
        throw UsageFault("--mix takes kinds and weights, as in verify=95,renew=3,activate=2")
      }
      plan.mix = mix
    }
    let rate = try parsed.integer("--rate", in: 1...Self.rateLimit)
    let think = try parsed.integer("--think", in: 0...3_600_000)
    if rate != nil, think != nil { throw UsageFault("--rate and --think exclude one another") }
    if let rate { plan.pace = .open(requestsPerSecond: Double(rate)) }
    if let think { plan.pace = .closed(thinkNanoseconds: Int64(think) * 1_000_000) }
  }

  private mutating func readTimes(_ parsed: Arguments) throws(UsageFault) {
    let seconds = Self.secondLimit
    plan.settleSeconds = try parsed.integer("--settle", in: 0...3600) ?? plan.settleSeconds
    plan.rampSeconds = try parsed.integer("--ramp", in: 0...seconds) ?? plan.rampSeconds
    plan.warmupSeconds = try parsed.integer("--warmup", in: 0...seconds) ?? plan.warmupSeconds
    plan.durationSeconds =
      try parsed.integer("--duration", in: 1...seconds) ?? plan.durationSeconds
    plan.timeoutSeconds = try parsed.integer("--timeout", in: 1...600) ?? plan.timeoutSeconds
  }

  private mutating func readCast(_ parsed: Arguments) throws(UsageFault) {
    let counts = 1...Self.deviceLimit
    plan.devices = try parsed.integer("--devices", in: counts) ?? plan.devices
    plan.licences = try parsed.integer("--licences", in: counts) ?? plan.devices
    plan.seats = try parsed.integer("--seats", in: counts) ?? plan.seats
    guard let text = try parsed.value("--activate-licences") else { return }
    guard let kind = LoadPlan.ActivationLicences(rawValue: text) else {
      throw UsageFault("--activate-licences takes distinct or one")
    }
    plan.activationLicences = kind
  }

  private mutating func readAnswers(_ parsed: Arguments) throws(UsageFault) {
    if let text = try parsed.value("--check") {
      guard let share = Double(text), (0...1).contains(share) else {
        throw UsageFault("--check takes a share from 0 to 1")
      }
      plan.checkShare = share
    }
    switch try parsed.value("--proof") {
    case nil, "jws": plan.asksForBatchProofs = false
    case "batch": plan.asksForBatchProofs = true
    default: throw UsageFault("--proof takes jws or batch")
    }
  }
}
