import Instants
import Licensing
import ServiceKit
import Synchronization

@testable import MessageBus

/// What a test tells the handlers of a worker, and what they tell it, across threads.
final class HandlerScript: Sendable {
  struct State: Sendable {
    var isAble = true
    /// Keep requests until released.
    var isHolding = false
    /// Of handlers that know operator keys: the good one is good no more.
    var isKeyRevoked = false
    /// Sent with each reply instead of the request's own body.
    var replyBody: [UInt8]?
    /// Published once, at the next tick.
    var publication: (topic: String, event: [UInt8])?
    var handled: [BusRequest] = []
    var batches: [Int] = []
    var hints: [String] = []
    var ticks = 0
    var wasDrained = false
  }

  let state = Mutex(State())

  func change(_ body: (inout sending State) -> Void) {
    state.withLock { body(&$0) }
  }

  func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
    state.withLock { body($0) }
  }
}

/// Answers each request with its own body backwards, or does as its script says.
final class TestHandler: LaneHandler {
  private let script: HandlerScript
  private let time: any TimeSource
  private var held: [BusRequest] = []

  init(_ script: HandlerScript, time: any TimeSource = SystemTimeSource()) {
    self.script = script
    self.time = time
  }

  func handle(_ batch: [BusRequest], _ outlet: LaneOutlet) {
    script.change {
      $0.handled += batch
      $0.batches.append(batch.count)
    }
    held += batch
    answerHeld(outlet)
  }

  func tick(_ outlet: LaneOutlet) {
    let publication = script.state.withLock { state in
      state.ticks += 1
      defer { state.publication = nil }
      return state.publication
    }
    if let publication { outlet.publish(topic: publication.topic, event: publication.event) }
    answerHeld(outlet)
  }

  func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet) {
    script.change { $0.hints.append("\(topic) \(String(decoding: event, as: UTF8.self))") }
  }

  /// Often, so that what a test changes is noticed soon.
  var nextWake: MonotonicTime? { time.monotonic() + 5 }

  var isAble: Bool { script.read(\.isAble) }

  var counters: [(name: String, value: UInt64)] {
    [(name: "handled", value: UInt64(script.read { $0.handled.count }))]
  }

  var clockOffsets: [(store: String, milliseconds: Int64)] { [(store: "redis", milliseconds: -7)] }

  func drained(_ outlet: LaneOutlet) {
    script.change { $0.wasDrained = true }
  }

  private func answerHeld(_ outlet: LaneOutlet) {
    let (isHolding, replyBody) = script.read { ($0.isHolding, $0.replyBody) }
    guard !isHolding else { return }
    for request in held {
      let body = replyBody ?? request.body.reversed()
      outlet.reply(BusReply(status: 200, headers: request.headers, body: body), to: request.id)
    }
    held = []
  }
}
