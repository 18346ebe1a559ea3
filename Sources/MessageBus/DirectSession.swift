import Instants
import ServiceKit
import Wire

/// A direct client's side of its connection, as a value: what happened and the time go in, what to
/// do comes out.
struct DirectSession: Sendable {
  enum Action: Hashable, Sendable {
    /// Make a socket and connect it.
    case open
    case close
    /// Say `sendFailed` if the socket does not take one of these.
    case heartbeat
    case drain
    /// Show the operator key, by an introspection of that number.
    case present(UInt64)
    case tell(DirectEvent)
  }

  enum State: Hashable, Sendable {
    case closed(until: MonotonicTime)
    /// A socket is there; nothing could be sent yet.
    case connecting(nextTry: MonotonicTime)
    case presenting(UInt64, until: MonotonicTime)
    /// The key was not accepted.
    case refused(until: MonotonicTime)
    case ready
    /// The server finishes what it has.
    case draining
  }

  /// How long the key's answer is waited for.
  static let presentationMilliseconds: Int64 = 3000
  /// How exactly requests expire.
  static let expiryMilliseconds: Int64 = 50

  let inFlightCap: Int
  private(set) var state: State
  private var backOff: BackOff
  private var jitter: Jitter
  private var lastNumber: UInt64 = 0
  private var lastHeard: MonotonicTime
  private var nextHeartbeat: MonotonicTime
  private var nextExpiry: MonotonicTime = .never
  private var waiting: [UInt64: MonotonicTime] = [:]

  init(at now: MonotonicTime, inFlightCap: Int, backOff: BackOff = BackOff(), jitter: Jitter) {
    self.inFlightCap = inFlightCap
    self.backOff = backOff
    self.jitter = jitter
    state = .closed(until: now)
    lastHeard = now
    nextHeartbeat = now
  }

  var isReady: Bool { state == .ready }
  var inFlight: Int { waiting.count }

  /// When `advance` has something to do next.
  var nextWake: MonotonicTime { min(nextStep, nextExpiry) }

  private var nextStep: MonotonicTime {
    let nextBeat = min(nextHeartbeat, lastHeard + BusRules.silenceMilliseconds)
    return switch state {
    case .closed(let until): until
    case .connecting(let nextTry): min(nextTry, lastHeard + BusRules.silenceMilliseconds)
    case .presenting(_, let until), .refused(let until): min(nextBeat, until)
    case .ready, .draining: nextBeat
    }
  }

  // MARK: Requests

  /// A number for a request that the owner sends now; `nil`: none may be sent.
  mutating func submit(
    timeoutMilliseconds: Int64, at now: MonotonicTime
  ) -> DirectSubmission {
    guard isReady else { return .notReady }
    guard waiting.count < inFlightCap else { return .full }
    lastNumber += 1
    waiting[lastNumber] = now + max(1, min(timeoutMilliseconds, BusRules.farMilliseconds))
    nextExpiry = min(nextExpiry, now + Self.expiryMilliseconds)
    return .sent(lastNumber)
  }

  /// The socket did not take it.
  mutating func notSent(_ number: UInt64) { waiting[number] = nil }

  // MARK: Events

  /// Does what is due.
  mutating func advance(to now: MonotonicTime, into actions: inout [Action]) {
    expire(at: now, into: &actions)
    switch state {
    case .closed(let until): if now >= until { open(at: now, into: &actions) }
    case .connecting(let nextTry):
      if isSilent(at: now) { return close(at: now, into: &actions) }
      if now >= nextTry { present(at: now, into: &actions) }
    case .presenting(_, let until), .refused(let until):
      if isSilent(at: now) { return close(at: now, into: &actions) }
      if now >= until { present(at: now, into: &actions) }
    case .ready, .draining:
      if isSilent(at: now) { return close(at: now, into: &actions) }
    }
    beat(at: now, into: &actions)
  }

  /// - Parameters:
  ///   - number: the request's, where the message is about one of ours.
  ///   - body: of a reply.
  mutating func received(
    _ envelope: Envelope, about number: UInt64?, body: () -> [UInt8], at now: MonotonicTime,
    into actions: inout [Action]
  ) {
    lastHeard = now
    switch envelope {
    case .reply(let head):
      guard let number else { return }
      if isPresentation(number) { return presented(head.status, at: now, into: &actions) }
      guard waiting.removeValue(forKey: number) != nil else { return }
      let reply = BusReply(status: Int(head.status), headers: head.headers, body: body())
      actions.append(.tell(.answered(number, reply)))
      leaveIfDrained(at: now, into: &actions)
    case .reject(let reject): rejected(reject, number, at: now, into: &actions)
    case .drain: drain(at: now, into: &actions)
    case .heartbeat, .ready, .request: return
    }
  }

  /// There is no connection (yet, or any more), or it takes nothing now.
  mutating func sendFailed(_ action: Action, at now: MonotonicTime) {
    guard case .presenting = state, action != .drain else { return }
    state = .connecting(nextTry: now + BusRules.announceMilliseconds)
  }

  /// The socket failed as such and is closed.
  mutating func socketFailed(at now: MonotonicTime, into actions: inout [Action]) {
    close(at: now, into: &actions)
  }

  // MARK: Steps

  private func isSilent(at now: MonotonicTime) -> Bool {
    now >= lastHeard + BusRules.silenceMilliseconds
  }

  /// Whether the operator key is shown by that request; not any more, where the heartbeat before it
  /// was not taken.
  func isPresentation(_ number: UInt64) -> Bool {
    if case .presenting(number, _) = state { true } else { false }
  }

  private mutating func open(at now: MonotonicTime, into actions: inout [Action]) {
    lastHeard = now
    nextHeartbeat = .never
    actions.append(.open)
    state = .connecting(nextTry: now)
    present(at: now, into: &actions)
  }

  /// Heartbeat and key in one go: the server takes them in this order.
  private mutating func present(at now: MonotonicTime, into actions: inout [Action]) {
    lastNumber += 1
    state = .presenting(lastNumber, until: now + Self.presentationMilliseconds)
    nextHeartbeat = now + BusRules.heartbeatMilliseconds
    actions.append(.heartbeat)
    actions.append(.present(lastNumber))
  }

  private mutating func presented(
    _ status: UInt32, at now: MonotonicTime, into actions: inout [Action]
  ) {
    guard status == 200 else { return refused("\(status)", at: now, into: &actions) }
    state = .ready
    backOff.reset()
    actions.append(.tell(.ready))
  }

  private mutating func refused(
    _ code: String, at now: MonotonicTime, into actions: inout [Action]
  ) {
    state = .refused(until: now + backOff.nextMilliseconds(jitter: jitter.next()))
    actions.append(.tell(.keyRefused(code: code)))
  }

  private mutating func rejected(
    _ reject: Reject, _ number: UInt64?, at now: MonotonicTime, into actions: inout [Action]
  ) {
    guard let number else {
      // Of this connection as such: it is of no use.
      return reject.id.isEmpty ? close(at: now, into: &actions) : ()
    }
    if isPresentation(number) { return refused(reject.code.text, at: now, into: &actions) }
    guard waiting.removeValue(forKey: number) != nil else { return }
    let retry = reject.retryAfterMilliseconds
    actions.append(
      .tell(.refused(number, code: reject.code.text, retryAfterMilliseconds: retry)))
    if reject.code == .keyInvalid && isReady {
      actions.append(.tell(.notReady))
      present(at: now, into: &actions)
    }
    leaveIfDrained(at: now, into: &actions)
  }

  /// What is sent already is answered yet.
  private mutating func drain(at now: MonotonicTime, into actions: inout [Action]) {
    guard state != .draining else { return }
    if isReady { actions.append(.tell(.notReady)) }
    state = .draining
    actions.append(.drain)
    leaveIfDrained(at: now, into: &actions)
  }

  private mutating func leaveIfDrained(at now: MonotonicTime, into actions: inout [Action]) {
    if state == .draining && waiting.isEmpty { close(at: now, into: &actions) }
  }

  private mutating func beat(at now: MonotonicTime, into actions: inout [Action]) {
    guard now >= nextHeartbeat else { return }
    nextHeartbeat = now + BusRules.heartbeatMilliseconds
    actions.append(.heartbeat)
  }

  /// The connection is of no use any more: back off, then connect anew.
  private mutating func close(at now: MonotonicTime, into actions: inout [Action]) {
    let wasReady = isReady
    state = .closed(until: now + backOff.nextMilliseconds(jitter: jitter.next()))
    nextExpiry = .never
    actions.append(.close)
    if wasReady { actions.append(.tell(.notReady)) }
    for number in waiting.keys.sorted() { actions.append(.tell(.lost(number))) }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func expire(at now: MonotonicTime, into actions: inout [Action]) {
    guard now >= nextExpiry else { return }
    let over = waiting.filter { now >= $0.value }.keys.sorted()
    for number in over {
      waiting[number] = nil
      actions.append(.tell(.expired(number)))
    }
    nextExpiry = waiting.isEmpty ? .never : now + Self.expiryMilliseconds
    if !over.isEmpty { leaveIfDrained(at: now, into: &actions) }
  }
}
