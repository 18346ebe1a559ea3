import Instants
import ServiceKit
import Testing
import Wire
import ZeroMQ

@testable import MessageBus

/// Accepts one operator key, and answers everything else with its body.
private final class KeyedHandler: LaneHandler {
  private let script: HandlerScript
  private let inner: TestHandler

  init(_ script: HandlerScript) {
    self.script = script
    inner = TestHandler(script)
  }

  func handle(_ batch: [BusRequest], _ outlet: LaneOutlet) {
    var others: [BusRequest] = []
    let good = script.read(\.isKeyRevoked) ? [] : Array("Bearer csk_good".utf8)
    for request in batch {
      let shown = request.connectionKey ?? request.values(of: "authorization").first
      let isIntrospection = request.target == DirectCall.introspectTarget
      if isIntrospection && shown != good {
        outlet.reply(BusReply(status: 401), to: request.id)
      } else if isIntrospection && request.body == DirectCall.introspectNothing {
        outlet.reply(BusReply(status: 200), to: request.id)
      } else {
        others.append(request)
      }
    }
    if !others.isEmpty { inner.handle(others, outlet) }
  }

  func tick(_ outlet: LaneOutlet) { inner.tick(outlet) }
  func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet) {}
  var nextWake: MonotonicTime? { inner.nextWake }
  var isAble: Bool { true }
  var counters: [(name: String, value: UInt64)] { [] }
  func drained(_ outlet: LaneOutlet) { inner.drained(outlet) }
}

/// A worker with a direct endpoint, and clients that the test's thread drives.
private final class DirectBench {
  let bench = BusBench()
  let script = HandlerScript()
  let worker: Worker
  let endpoint: String
  private(set) var events: [DirectEvent] = []

  init(capacity: Int = 1024) throws {
    endpoint = bench.endpoint("direct")
    var configuration = WorkerConfiguration(
      service: "verification", gateways: [], capacity: capacity)
    configuration.direct = try DirectConfiguration(
      endpoints: [endpoint], keyFile: nil, clientsFile: nil, lanes: 1)
    let script = script
    worker = Worker(configuration, time: SystemTimeSource(), log: BusBench.log) { _ in
      KeyedHandler(script)
    }
    try worker.start()
  }

  deinit {
    worker.beginStop()
    _ = worker.waitUntilStopped(until: SystemTimeSource().monotonic() + 10_000)
  }

  func client(_ key: String = "csk_good", cap: Int = 256) throws -> DirectClient {
    try DirectClient(
      DirectClientConfiguration(
        endpoint: endpoint, operatorKey: SecretText(key), inFlightCap: cap))
  }

  /// Polls until something holds, within a limit.
  func run(
    _ client: DirectClient, seconds: Int64 = 20, until condition: () -> Bool
  ) -> Bool {
    let end = SystemTimeSource().monotonic() + seconds * 1000
    while !condition() {
      guard SystemTimeSource().monotonic() < end else { return false }
      events += client.poll(milliseconds: 5)
    }
    return true
  }

  func answers() -> [UInt64: [UInt8]] {
    var answers: [UInt64: [UInt8]] = [:]
    for case .answered(let number, let reply) in events { answers[number] = reply.body }
    return answers
  }
}

@Suite(.serialized) struct `The bus between a worker and its direct clients` {
  private let bench: DirectBench

  init() throws { bench = try DirectBench() }

  @Test func `carries many requests at once, each answer to its own`() throws {
    let client = try bench.client()
    #expect(client.submit(.introspect([1])) == .notReady)
    #expect(bench.run(client) { client.isReady })
    var bodies: [UInt64: [UInt8]] = [:]
    for number in 0..<256 {
      let body: [UInt8] = [1, UInt8(truncatingIfNeeded: number)]
      let question: DirectQuestion =
        number % 2 == 0
        ? .introspect(body) : .verify([BusHeader("authorization", "Countersign x")], body)
      guard case .sent(let id) = client.submit(question) else { Issue.record(); return }
      bodies[id] = body.reversed()
    }
    #expect(client.submit(.introspect([1])) == .full)
    #expect(bench.run(client) { client.inFlight == 0 })
    #expect(bench.answers() == bodies)
    let handled = bench.script.read(\.handled)
    #expect(handled.allSatisfy { $0.clientAddress.isEmpty })
    #expect(
      handled.allSatisfy {
        ($0.connectionKey != nil) == ($0.target == DirectCall.introspectTarget)
      })
    #expect(handled[1].values(of: "authorization") == [Array("Countersign x".utf8)])
  }

  @Test func `says that a key is refused, and goes on without it being accepted`() throws {
    let client = try bench.client("csk_bad")
    #expect(
      bench.run(client) { bench.events.contains(.keyRefused(code: "KEY_INVALID")) })
    #expect(client.submit(.introspect([1])) == .notReady)
  }

  @Test func `keeps clients apart`() throws {
    let (first, second) = (try bench.client(), try bench.client())
    #expect(bench.run(first) { first.isReady })
    #expect(bench.run(second) { second.isReady })
    bench.script.change { $0.isHolding = true }
    _ = first.submit(.introspect([1, 2]))
    _ = second.submit(.introspect([3, 4]))
    #expect(bench.run(first) { bench.script.read { $0.handled.count == 2 } })
    bench.script.change { $0.isHolding = false }
    #expect(bench.run(first) { first.inFlight == 0 })
    #expect(Array(bench.answers().values) == [[2, 1]])
    #expect(bench.run(second) { second.inFlight == 0 })
  }

  @Test func `turns a request away whose deadline passed`() throws {
    let client = try bench.client()
    #expect(bench.run(client) { client.isReady })
    bench.script.change { $0.isHolding = true }
    guard case .sent(let number) = client.submit(.introspect([1], timeoutMilliseconds: 100))
    else { Issue.record(); return }
    #expect(bench.run(client) { bench.events.contains(.expired(number)) })
    bench.script.change { $0.isHolding = false }
    #expect(bench.run(client) { client.inFlight == 0 })
  }

  @Test func `a client that keeps its lane full loses a key that was revoked`() throws {
    let bench = try DirectBench(capacity: 4)
    let client = try bench.client()
    #expect(bench.run(client) { client.isReady })
    bench.script.change { $0.isHolding = true }
    for _ in 0..<4 { _ = client.submit(.verify([], [1])) }
    #expect(bench.run(client) { bench.script.read { $0.handled.count == 4 } })
    bench.script.change { $0.isKeyRevoked = true }
    // The lane stays full: each of these is turned away, by TOO_MANY while the key counts.
    let isLost = bench.run(client) {
      _ = client.submit(.verify([], [2]))
      return bench.events.contains(.notReady)
    }
    #expect(isLost)
    bench.script.change { $0.isHolding = false }
  }

  @Test func `a worker that stops answers what it was sent, and its clients come back`() throws {
    let client = try bench.client()
    #expect(bench.run(client) { client.isReady })
    bench.script.change { $0.isHolding = true }
    let sent = (0..<50).filter { _ in
      if case .sent = client.submit(.introspect([9])) { true } else { false }
    }
    #expect(sent.count == 50)
    #expect(bench.run(client) { bench.script.read { $0.handled.count == sent.count } })
    bench.worker.beginStop()
    #expect(bench.run(client) { bench.events.contains(.notReady) })
    bench.script.change { $0.isHolding = false }
    #expect(bench.run(client) { client.inFlight == 0 })
    #expect(bench.answers().count == sent.count)
    #expect(bench.worker.waitUntilStopped(until: SystemTimeSource().monotonic() + 10_000))
    #expect(bench.script.read(\.wasDrained))
  }
}
