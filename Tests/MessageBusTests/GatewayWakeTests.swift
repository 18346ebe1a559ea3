import Glibc
import Instants
import Testing

@testable import MessageBus

/// The owner polls for ten seconds and turns only when it is called: by the descriptor, or by
/// `nextWake`. The gateway's clock stands still, so that no heartbeat comes to the rescue.
@Suite(.serialized) struct `A gateway that is turned only when it asks to be` {
  private static let patience: Int32 = 10_000

  private let bench = BusBench()
  private let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 1_800_000_000))
  private let gateway: BusGateway
  private let worker: HandWorker

  init() throws {
    gateway = try bench.gateway(time: time)
    worker = try HandWorker(bench.endpoint())
    try #require(worker.join(gateway, instance: "w"))
  }

  private func isSignalled(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: gateway.bus.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  /// False: a poll of ten seconds came to its end.
  private func goesOn(until condition: () -> Bool) -> Bool {
    while !condition() {
      let isDue = gateway.bus.nextWake <= time.monotonic()
      guard isSignalled(within: isDue ? 0 : Self.patience) || isDue else { return false }
      gateway.turn()
    }
    return true
  }

  @Test func `hears the answer whose signal a send has taken`() throws {
    #expect(gateway.submit(1, at: time) == .sent)
    #expect(worker.hasRequests(1, gateway))
    #expect(try worker.say(Fixtures.reply(1)))
    #expect(isSignalled(within: Self.patience))
    // A send of libzmq looks at what has arrived once a millisecond at most.
    poll(nil, 0, 5)
    #expect(gateway.submit(2, at: time) == .sent)
    try #require(!isSignalled(within: 0), "the send has taken the signal")
    #expect(goesOn { gateway.reply(to: Fixtures.id(1)) != nil })
  }

  @Test func `takes in a burst that is longer than a turn`() throws {
    #expect(gateway.submit(1, at: time) == .sent)
    #expect(worker.hasRequests(1, gateway))
    let burst = BusRules.messagesPerTurn + 100
    for number in 2...burst { #expect(isTaken(number)) }
    #expect(isTaken(1))
    #expect(goesOn { gateway.reply(to: Fixtures.id(1)) != nil })
    #expect(gateway.bus.counts["verification"]?.droppedReplies == UInt64(burst - 1))
  }

  /// The worker's socket may be full until some have gone their way.
  private func isTaken(_ number: Int) -> Bool {
    let end = SystemTimeSource().monotonic() + Int64(Self.patience)
    while (try? worker.say(Fixtures.reply(number))) != true {
      guard SystemTimeSource().monotonic() < end else { return false }
      poll(nil, 0, 1)
    }
    return true
  }
}
