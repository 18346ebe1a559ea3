import Instants
import Licensing
import Testing

@testable import MessageBus

@Suite struct `The work thread of a lane` {
  private let time = ManualTimeSource(
    startingAt: Timestamp(secondsSinceEpoch: Fixtures.wallStart / 1000))
  private let script = HandlerScript()

  private func request(_ number: Int, deadline: Int64) -> BusRequest {
    BusRequest(
      id: Fixtures.id(number), method: "GET", target: [], headers: [], clientAddress: "",
      deadline: Fixtures.monotonic(deadline), traceID: "",
      body: [UInt8(truncatingIfNeeded: number)], receivedAt: Fixtures.monotonic(0))
  }

  /// Runs the thread's body on this one, over what is there already, until it ends.
  private func run(
    _ requests: [BusRequest], hints: [BusEvent] = [], batchLimit: Int = 4
  ) throws -> LaneOutbox.Content {
    let inbox = try LaneInbox()
    let outbox = try LaneOutbox()
    var requests = requests
    var hints = hints
    inbox.put(requests: &requests, hints: &hints, isFinished: true)
    #expect(requests.isEmpty && hints.isEmpty)
    LaneWork(
      handler: TestHandler(script, time: time),
      outlet: LaneOutlet(outbox: outbox, publications: outbox), inbox: inbox, time: time,
      batchLimit: batchLimit
    ).run()
    var content = LaneOutbox.Content()
    outbox.take(into: &content)
    return content
  }

  @Test func `hands over batches up to the limit, in order, and answers all`() throws {
    let content = try run((1...10).map { request($0, deadline: 1000) })
    #expect(script.read(\.batches) == [4, 4, 2])
    #expect(content.answers.map(\.id) == (1...10).map(Fixtures.id))
    #expect(script.read(\.wasDrained))
  }

  @Test func `turns away what is late before any work, and says so`() throws {
    time.advance(milliseconds: 500)
    let content = try run([
      request(1, deadline: 500), request(2, deadline: 501), request(3, deadline: 0),
    ])
    #expect(script.read { $0.handled.map(\.id) } == [Fixtures.id(2)])
    let late = content.answers.filter { if case .tooLate = $0.content { true } else { false } }
    #expect(late.map(\.id) == [Fixtures.id(1), Fixtures.id(3)])
    #expect(content.answers.count == 3)
  }

  @Test(arguments: [-3_600_000, 3_600_000] as [Int64])
  func `turns nothing away because the host's clock was set meanwhile`(step: Int64) throws {
    time.jump(milliseconds: step)
    let content = try run([request(1, deadline: 500)])
    #expect(script.read { $0.handled.count } == 1 && content.answers.count == 1)
  }

  @Test func `tells the socket thread how the handler is`() throws {
    let content = try run([])
    #expect(content.status?.isAble == true)
    #expect(content.status?.counters.first?.name == "handled")
  }

  @Test func `passes hints on and lets the handler act on them`() throws {
    script.change { $0.publication = (topic: "apps", event: [65]) }
    let content = try run([], hints: [BusEvent(topic: "licenses", event: [66])])
    #expect(script.read(\.hints) == ["licenses B"])
    #expect(script.read(\.ticks) == 1)
    #expect(content.events == [BusEvent(topic: "apps", event: [65])])
  }

  @Test func `keeps no more hints waiting than it has room for`() throws {
    let inbox = try LaneInbox()
    var requests: [BusRequest] = []
    for _ in 0..<3 {
      var hints = (0..<1000).map { _ in BusEvent(topic: "t", event: []) }
      inbox.put(requests: &requests, hints: &hints, isFinished: false)
    }
    var content = LaneInbox.Content()
    inbox.take(into: &content)
    #expect(content.hints.count == BusRules.waitingHints)
  }

  @Test func `polls never for more than a second and not at all for what is due`() {
    let now = Fixtures.monotonic(0)
    #expect(BusWait.milliseconds(until: .never, from: now) == 1000)
    #expect(BusWait.milliseconds(until: Fixtures.monotonic(20), from: now) == 21)
    #expect(BusWait.milliseconds(until: now, from: now) == 0)
  }
}
