import Cryptography
import HTTPLoad
import Instants
import ServiceKit

/// A whole load test: sets the stage, runs the threads, puts together what they saw.
public struct LoadRun: Sendable {
  private let plan: LoadPlan
  private let operatorKey: String
  private let rootKey: Ed25519PublicKey?
  private let watcher: any LoadWatcher

  /// - Parameters:
  ///   - operatorKey: `csk_…`; stays in this process.
  ///   - rootKey: who must have signed the key set; `nil`: the set is taken as it comes.
  public init(
    _ plan: LoadPlan, operatorKey: String, rootKey: Ed25519PublicKey?, watcher: any LoadWatcher
  ) {
    self.plan = plan
    self.operatorKey = operatorKey
    self.rootKey = rootKey
    self.watcher = watcher
  }

  public func run() throws -> LoadReport {
    let address = try ServerAddress(url: plan.url)
    let operators = OperatorClient(address: address, operatorKey: operatorKey)
    let keys = try keyRing(operators)
    let cast = try LoadStage(plan: plan, operators: operators, watcher: watcher).set()
    settle()
    let tally = try measure(cast, keys, address)
    return LoadReport(plan: plan, tally: tally, keySetWasChecked: rootKey != nil)
  }

  /// Lets what was made ready grow old, where that matters: a token is renewed once it is 10 s old.
  private func settle() {
    let start = MonotonicClock.now()
    for second in 0..<plan.settleSeconds {
      watcher.note("seconds of rest", done: second, of: plan.settleSeconds)
      Pause.until(start + Int64(second + 1) * 1_000_000_000)
    }
    if plan.settleSeconds > 0 {
      watcher.note("seconds of rest", done: plan.settleSeconds, of: plan.settleSeconds)
    }
  }

  private func keyRing(_ operators: OperatorClient) throws -> KeyRing {
    let document = try operators.get("/.well-known/countersign-keys")
    guard let keys = KeyRing(document: document, root: rootKey) else {
      throw SetupFault("the key set is none, or was not signed by the root key")
    }
    return keys
  }

  private func measure(_ cast: LoadCast, _ keys: KeyRing, _ address: ServerAddress) throws -> Tally
  {
    let shares = LaneShare.split(plan)
    let casts = cast.split(shares.count)
    let progress = LoadProgress()
    let window = LoadWindow(startingAt: MonotonicClock.now(), plan)
    let results = LaneResults()
    var threads: [OSThread] = []
    for (number, share) in shares.enumerated() {
      let part = casts[number]
      let thread = try OSThread.start(name: "load-\(number)") { [self] in
        results.add {
          let transport = try transport(number, share, address)
          let lane = LoadLane(
            plan, window, part, transport, share: share, keys: keys, progress: progress)
          return lane.run()
        }
      }
      threads.append(thread)
    }
    watch(threads, progress)
    return try results.merged()
  }

  /// The transport of one thread, made on it.
  private func transport(
    _ number: Int, _ share: LaneShare, _ address: ServerAddress
  ) throws -> any LoadTransport {
    guard plan.isDirect else {
      return try HTTPTransport(
        address, connections: share.connections, timeoutSeconds: plan.timeoutSeconds,
        asksForBatchProofs: plan.asksForBatchProofs)
    }
    return try DirectTransport(
      plan.directLanes[number % plan.directLanes.count], operatorKey: SecretText(operatorKey),
      slots: share.connections, timeoutSeconds: plan.timeoutSeconds,
      asksForBatchProofs: plan.asksForBatchProofs)
  }

  /// Tells once a second how it goes, until all threads have ended.
  private func watch(_ threads: [OSThread], _ progress: LoadProgress) {
    let total = plan.rampSeconds + plan.warmupSeconds + plan.durationSeconds
    let time = SystemTimeSource()
    let start = time.monotonic()
    var second = 0
    var before = 0
    while !threads.allSatisfy({ $0.join(until: start + Int64(second + 1) * 1000) }) {
      guard time.monotonic() >= start + Int64(second + 1) * 1000 else { continue }
      second += 1
      // What follows the end is answers that are still away, and checks.
      if second > total { continue }
      let answered = progress.answered
      watcher.running(
        second: second, of: total, answersPerSecond: answered - before, errors: progress.errors)
      before = answered
    }
  }
}
