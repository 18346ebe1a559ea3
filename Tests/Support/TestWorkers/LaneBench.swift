import Licensing
import MessageBus
import Testing

/// A handler driven by hand, as a lane's work thread would.
public final class LaneBench<Handler: LaneHandler> {
  public let handler: Handler
  private let outbox: LaneOutbox
  private let outlet: LaneOutlet

  public init(_ handler: Handler) throws {
    self.handler = handler
    outbox = try LaneOutbox()
    outlet = LaneOutlet(outbox: outbox, publications: nil)
  }

  /// What a batch is answered at once, by request.
  public func handle(_ batch: [BusRequest]) -> [RequestID: TestAnswer] {
    handler.handle(batch, outlet)
    handler.pause(outlet)
    return take()
  }

  public func tick() -> [RequestID: TestAnswer] {
    handler.tick(outlet)
    return take()
  }

  public func drain() { handler.drained(outlet) }

  public func hint() { handler.hint(topic: "apps", event: [], outlet) }

  /// The answer to a single request, which has to come at once.
  public func call(_ request: BusRequest) throws -> TestAnswer {
    try #require(handle([request])[request.id])
  }

  public func counter(_ name: String) -> UInt64? {
    handler.counters.first { $0.name == name }?.value
  }

  private func take() -> [RequestID: TestAnswer] {
    outlet.flush()
    var content = LaneOutbox.Content()
    outbox.take(into: &content)
    let pairs = content.answers.compactMap { answer -> (RequestID, TestAnswer)? in
      guard case .reply(let reply) = answer.content else { return nil }
      return (answer.id, TestAnswer(reply))
    }
    return Dictionary(pairs) { first, _ in
      Issue.record("a request was answered twice")
      return first
    }
  }
}
