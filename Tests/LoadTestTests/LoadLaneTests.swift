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
      Answer.show(status: status, body: body, receivedAt: MonotonicClock.now()) {
        receiver.answered(slot, $0)
      }
    }
  }
}

@Suite struct LoadLaneTests {
  /// Of a run that is cut off by its activations, so that no clock decides when it ends.
  private func tally(_ status: Int, _ body: String, warmup: Int = 0) -> Tally {
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
      InstantTransport(slots: 4, status: status, body: body),
      share: LaneShare(connections: 4, pace: plan.pace), keys: KeyRing(keys: []),
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
