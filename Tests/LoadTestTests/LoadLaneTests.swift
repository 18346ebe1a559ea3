import Cryptography
import HTTPLoad
import Testing

@testable import LoadTest

/// Answers each request at once with what it was told, and lets time pass by itself.
private final class InstantTransport: LoadTransport {
  let slotCount: Int
  let reconnects = 0
  private let status: Int
  private let body: [UInt8]
  private var away: [Int] = []
  private var isReady = false
  private(set) var lastAnswerAt: Int64 = 0

  init(slots: Int, status: Int, body: String) {
    slotCount = slots
    self.status = status
    self.body = Array(body.utf8)
  }

  func send(_ slot: Int, _ request: LoadRequest) { away.append(slot) }

  func wait(until deadline: Int64, for receiver: any ConnectionReceiver) {
    if !isReady { for slot in 0..<slotCount { receiver.ready(slot) } }
    isReady = true
    let answered = away
    away = []
    for slot in answered {
      lastAnswerAt = MonotonicClock.now()
      Answer.show(status: status, body: body, receivedAt: lastAnswerAt) {
        receiver.answered(slot, $0)
      }
    }
  }
}

/// Lets requests lie until the run has ended; then half of them fail, a quarter is turned away, and
/// a quarter is never answered.
private final class LateTransport: LoadTransport {
  let slotCount = 4
  let reconnects = 0
  private let end: Int64
  private var away: [Int] = []
  private var isReady = false

  init(until end: Int64) { self.end = end }

  func send(_ slot: Int, _ request: LoadRequest) { away.append(slot) }

  func wait(until deadline: Int64, for receiver: any ConnectionReceiver) {
    if !isReady { for slot in 0..<slotCount { receiver.ready(slot) } }
    isReady = true
    guard deadline > end else { return }
    for slot in away where slot < 2 { receiver.failed(slot, hadRequest: true, .closed) }
    if away.contains(2) {
      Answer.show(status: 503, body: [], receivedAt: MonotonicClock.now()) {
        receiver.answered(2, $0)
      }
    }
    away = []
  }
}

@Suite struct LoadLaneTests {
  /// Of a run that is cut off by its activations, so that no clock decides when it ends.
  private func tally(_ status: Int, _ body: String, warmup: Int = 0) -> Tally {
    run(InstantTransport(slots: 4, status: status, body: body), warmup: warmup)
  }

  private func run(_ transport: InstantTransport, warmup: Int = 0) -> Tally {
    var plan = LoadPlan(url: "")
    plan.mix = Mix(text: "activate") ?? .verify
    plan.warmupSeconds = warmup
    plan.durationSeconds = 600
    plan.checkShare = 0
    let cast = LoadCast(
      appID: "app_aaaaaaaaaaaaa", appKey: HMACKey([1]), operatorKey: "",
      deviceNames: DeviceNames(),
      activations: Activations(codes: (0..<100).map(String.init), usesPerCode: 1))
    let lane = LoadLane(
      plan, LoadWindow(startingAt: MonotonicClock.now(), plan), cast,
      transport, share: LaneShare(connections: 4, pace: plan.pace), keys: KeyRing(keys: []),
      progress: LoadProgress())
    return lane.run()
  }

  @Test func `good answers are counted until the activations run out`() {
    let tally = tally(200, #"{"device":{"new":true},"token":{"access_token":"cst_"}}"#)
    #expect(tally.ranOut)
    #expect(tally.latencies.count == 100)
    #expect(tally.kinds[RequestKind.activate.rawValue]?.answered == 100)
    #expect(tally.statuses[200] == 100)
    #expect(tally.wrong == 0)
    #expect(tally.repeatedActivations == 0)
    #expect(tally.measured > 0)
  }

  @Test func `the time runs to the last answer that counts`() {
    let transport = InstantTransport(
      slots: 4, status: 200, body: #"{"device":{"new":true},"token":{"access_token":"cst_"}}"#)
    let tally = run(transport)
    #expect(tally.latencies.count == 100)
    #expect(tally.measuringStarted + tally.measured >= transport.lastAnswerAt)
    #expect(tally.unanswered == 0)
  }

  @Test func `what was due in time and failed or was never answered afterwards is told`() {
    var plan = LoadPlan(url: "")
    plan.mix = Mix(text: "healthz") ?? .verify
    plan.warmupSeconds = 0
    // The run ends a second from now.
    let start = MonotonicClock.now() - Int64(plan.durationSeconds - 1) * 1_000_000_000
    let window = LoadWindow(startingAt: start, plan)
    let cast = LoadCast(
      appID: "app_", appKey: HMACKey([]), operatorKey: "", deviceNames: DeviceNames())
    let tally = LoadLane(
      plan, window, cast, LateTransport(until: window.end),
      share: LaneShare(connections: 4, pace: plan.pace), keys: KeyRing(keys: []),
      progress: LoadProgress(), patience: 1_000_000
    ).run()
    #expect(tally.errorCount == 3)
    #expect(tally.unanswered == 1)
    #expect(tally.latencies.count == 0)
  }

  @Test func `refusals for want of room are errors, not wrong`() {
    let tally = tally(503, #"{"code":"SERVICE_UNAVAILABLE"}"#)
    #expect(tally.errorCount == 100)
    #expect(tally.wrong == 0)
    #expect(tally.latencies.count == 0)
    #expect(tally.errors.entries["503 SERVICE_UNAVAILABLE"]?.count == 100)
  }

  @Test func `a refusal of what is in order is wrong`() {
    let tally = tally(409, #"{"code":"DEVICE_LIMIT_EXCEEDED"}"#)
    #expect(tally.wrong == 100)
    #expect(tally.errors.entries["409 DEVICE_LIMIT_EXCEEDED"]?.count == 100)
  }

  @Test func `a yes without what belongs to it is wrong`() {
    #expect(tally(200, "{}").wrong == 100)
  }

  @Test func `what comes before the measured time is not measured`() {
    let tally = tally(200, #"{"token":{"access_token":"cst_"}}"#, warmup: 300)
    #expect(tally.latencies.count == 0)
    #expect(tally.measured == 0)
  }
}
