import HTTPLoad
import MessageBus
import ServiceKit

/// Sends requests over one connection to a verification lane, a slot being a request in flight.
final class DirectTransport: LoadTransport {
  private static let longestPoll: Int64 = 100_000_000
  private static let pollWhileSlotsRest: Int64 = 10_000_000
  private static let millisecond: Int64 = 1_000_000

  let slotCount: Int
  private(set) var reconnects = 0
  private let client: DirectClient
  private var slotByNumber: [UInt64: Int] = [:]
  private var resting: RestingSlots
  /// What the socket did not take.
  private var held: [(slot: Int, question: DirectQuestion)] = []
  // Made once: a request changes one array of them, and gives it back.
  private var verification: DirectQuestion
  private var introspection: DirectQuestion

  /// Connects, and shows the operator key.
  init(
    _ lane: DirectLane, operatorKey: SecretText, slots: Int, timeoutSeconds: Int,
    asksForBatchProofs: Bool
  ) throws {
    slotCount = slots
    let timeout = Int64(timeoutSeconds) * 1000
    var headers = [BusHeader("authorization", "")]
    if asksForBatchProofs { headers.append(BusHeader("countersign-proof", "batch")) }
    verification = .verify(headers, [], timeoutMilliseconds: timeout)
    introspection = .introspect([], timeoutMilliseconds: timeout)
    client = try DirectClient(
      lane.configuration(operatorKey: operatorKey, inFlightCap: slots))
    slotByNumber.reserveCapacity(2 * slots)
    resting = RestingSlots(count: slots)
    try connect(lane, until: MonotonicClock.now() + timeout * Self.millisecond)
  }

  private func connect(_ lane: DirectLane, until end: Int64) throws(SetupFault) {
    while !client.isReady {
      for case .keyRefused(let code) in client.poll(milliseconds: 50) {
        throw SetupFault("\(lane.endpoint) refused the operator key: \(code)")
      }
      guard MonotonicClock.now() < end else {
        throw SetupFault(
          "\(lane.endpoint) did not answer the operator key in time: is it the server's key, is this "
            + "client's key on the list, does the server answer introspections?")
      }
    }
  }

  // MARK: Sending

  func send(_ slot: Int, _ request: LoadRequest) {
    if request.kind == .verify {
      verification.headers[0].value = request.authorization
      send(slot, verification)
      verification.headers[0].value = []
    } else {
      introspection.body = request.body
      send(slot, introspection)
      introspection.body = []
    }
  }

  private func send(_ slot: Int, _ question: DirectQuestion) {
    if case .sent(let number) = client.submit(question) {
      slotByNumber[number] = slot
    } else {
      held.append((slot, question))
    }
  }

  // MARK: Waiting

  func wait(until deadline: Int64, for receiver: any ConnectionReceiver) {
    let now = MonotonicClock.now()
    sendHeld(receiver)
    if !resting.isEmpty { endRests(now, receiver) }
    let longest =
      resting.isEmpty && held.isEmpty ? Self.longestPoll : Self.pollWhileSlotsRest
    for event in client.poll(nanoseconds: max(0, min(deadline - now, longest)), from: now) {
      take(event, receiver)
    }
  }

  /// What a lost connection did not take is told as lost, like what it took.
  private func sendHeld(_ receiver: any ConnectionReceiver) {
    guard !held.isEmpty else { return }
    let questions = held
    held.removeAll(keepingCapacity: true)
    for (slot, question) in questions {
      if client.isReady { send(slot, question) } else { fail(slot, .closed, receiver) }
    }
  }

  private func endRests(_ now: Int64, _ receiver: any ConnectionReceiver) {
    guard client.isReady else { return }
    for slot in resting.takeEnded(at: now) { receiver.ready(slot) }
  }

  // MARK: Events

  private func take(_ event: DirectEvent, _ receiver: any ConnectionReceiver) {
    switch event {
    case .answered(let number, let reply):
      guard let slot = slotByNumber.removeValue(forKey: number) else { return }
      Answer.show(
        status: min(max(reply.status, 0), 599), body: reply.body,
        receivedAt: MonotonicClock.now()
      ) { receiver.answered(slot, $0) }
    case .refused(let number, let code, let retryAfter):
      end(number, .refused(code: code), receiver, rest: Int64(retryAfter) * Self.millisecond)
    case .expired(let number): end(number, .timedOut, receiver)
    case .lost(let number): end(number, .closed, receiver)
    case .keyRefused(let code):
      // Of no request; a slot that rests has none away.
      guard let slot = resting.first else { return }
      receiver.failed(slot, hadRequest: false, .refused(code: code))
    case .notReady: reconnects += 1
    case .ready: break
    }
  }

  private func end(
    _ number: UInt64, _ fault: HTTPLoadFault, _ receiver: any ConnectionReceiver, rest: Int64 = 0
  ) {
    guard let slot = slotByNumber.removeValue(forKey: number) else { return }
    fail(slot, fault, receiver, rest: rest)
  }

  private func fail(
    _ slot: Int, _ fault: HTTPLoadFault, _ receiver: any ConnectionReceiver, rest: Int64 = 0
  ) {
    resting.add(slot, from: MonotonicClock.now(), nanoseconds: rest)
    receiver.failed(slot, hadRequest: true, fault)
  }
}
