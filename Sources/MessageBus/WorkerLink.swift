import Instants
import ServiceKit
import Wire

/// A worker lane's side of its connection to one gateway, as a value: what happened and the time
/// go in, what to do comes out.
struct WorkerLink: Sendable {
  enum Action: Hashable, Sendable {
    /// Make a socket and connect it.
    case open
    /// Close the socket; what was received over it cannot be answered any more.
    case close(Closing)
    /// Say `sendFailed` if the socket does not take it.
    case send(LinkMessage)
    /// Take the request in hand; its deadline in this process' monotonic clock.
    case take(RequestHead, deadline: MonotonicTime)
  }

  enum Closing: Hashable, Sendable {
    case silence
    case rejected(RejectCode)
    /// All is answered.
    case leaving
  }

  /// What a link says; the owner fills in service, capacity and numbers.
  enum LinkMessage: Hashable, Sendable {
    case ready
    case heartbeat
    case drain
  }

  enum State: Hashable, Sendable {
    case closed(until: MonotonicTime)
    /// A socket is there; nobody may have answered yet.
    case open
    /// Will not open again.
    case ended
  }

  enum Drain: Hashable, Sendable {
    case notWanted
    case wanted
    case said(MonotonicTime)
    /// The gateway sends nothing more.
    case done
  }

  private(set) var state: State
  private(set) var drain = Drain.notWanted
  /// Messages that were out of place.
  private(set) var misplacedMessages: UInt64 = 0
  private(set) var clock = ClockDifference()
  private var backOff: BackOff
  private var jitter: Jitter
  private var lastHeard: MonotonicTime
  private var hasAnnounced = false
  private var nextAnnouncement: MonotonicTime
  private var nextHeartbeat: MonotonicTime

  init(at now: MonotonicTime, backOff: BackOff = BackOff(), jitter: Jitter) {
    self.backOff = backOff
    self.jitter = jitter
    state = .closed(until: now)
    lastHeard = now
    nextAnnouncement = now
    nextHeartbeat = now
  }

  var isOpen: Bool { state == .open }

  /// Whether no request can come from here any more.
  var isDrained: Bool { state == .ended || drain == .done }

  /// When `advance` has something to do next.
  var nextWake: MonotonicTime {
    switch state {
    case .ended: .never
    case .closed(let until): until
    case .open: min(nextSilence, nextSaying, nextDrain)
    }
  }

  private var nextSilence: MonotonicTime { lastHeard + BusRules.silenceMilliseconds }

  private var nextSaying: MonotonicTime {
    if hasAnnounced { return nextHeartbeat }
    return drain == .notWanted ? nextAnnouncement : .never
  }

  private var nextDrain: MonotonicTime {
    switch drain {
    case .notWanted, .done: .never
    case .wanted: nextAnnouncement
    case .said(let time): time + BusRules.drainEchoMilliseconds
    }
  }

  // MARK: Events

  /// Does what is due.
  mutating func advance(to now: MonotonicTime, into actions: inout [Action]) {
    switch state {
    case .ended: return
    case .closed(let until):
      if drain != .notWanted { return end() }
      if now >= until { open(at: now, into: &actions) }
    case .open:
      if now >= nextSilence { return close(.silence, at: now, into: &actions) }
    }
    guard isOpen else { return }
    say(at: now, into: &actions)
  }

  /// Takes nothing new from here on, once the gateway knows.
  mutating func beginDrain(at now: MonotonicTime) {
    guard drain == .notWanted else { return }
    drain = hasAnnounced ? .wanted : .done
    nextAnnouncement = now
    if case .closed = state { end() }
  }

  /// Any change of what a heartbeat says, that the gateway should hear of at once.
  mutating func hasNews(at now: MonotonicTime) {
    nextHeartbeat = min(nextHeartbeat, now)
  }

  mutating func received(
    _ envelope: Envelope, at now: BusTime, into actions: inout [Action]
  ) {
    guard isOpen else { return }
    lastHeard = now.monotonic
    switch envelope {
    case .request(let head):
      actions.append(
        .take(head, deadline: clock.monotonic(at: head.deadlineUnixMilliseconds, now: now)))
    case .heartbeat(let heartbeat):
      clock.observe(peerClock: heartbeat.clockUnixMilliseconds, at: now.monotonic)
      backOff.reset()
    case .drain: if drain != .notWanted { drain = .done }
    case .reject(let reject): rejected(reject, at: now.monotonic, into: &actions)
    case .ready, .reply: misplacedMessages += 1
    }
  }

  /// The socket did not take a message: there is no connection (yet, or any more), or it is full.
  mutating func sendFailed(_ message: LinkMessage, at now: MonotonicTime) {
    if drain != .notWanted {
      // Nothing comes over a lost connection, and a gateway that starts anew knows nobody.
      drain = .done
    } else if message == .ready {
      hasAnnounced = false
      nextAnnouncement = now + BusRules.announceMilliseconds
    }
  }

  /// The socket failed as such and is closed. Backs off like after a silence.
  mutating func socketFailed(at now: MonotonicTime) {
    if isOpen { backOff(at: now) }
  }

  /// All is answered: the connection is not needed any more.
  mutating func leave(into actions: inout [Action]) {
    if isOpen { actions.append(.close(.leaving)) }
    end()
  }

  // MARK: Steps

  private mutating func open(at now: MonotonicTime, into actions: inout [Action]) {
    state = .open
    lastHeard = now
    hasAnnounced = false
    nextAnnouncement = now
    clock = ClockDifference()
    actions.append(.open)
  }

  /// The gateway is gone: back off, then connect anew.
  private mutating func close(
    _ reason: Closing, at now: MonotonicTime, into actions: inout [Action]
  ) {
    actions.append(.close(reason))
    backOff(at: now)
  }

  private mutating func backOff(at now: MonotonicTime) {
    guard drain == .notWanted else { return end() }
    state = .closed(until: now + backOff.nextMilliseconds(jitter: jitter.next()))
  }

  private mutating func end() {
    state = .ended
    drain = .done
  }

  private mutating func say(at now: MonotonicTime, into actions: inout [Action]) {
    if !hasAnnounced {
      guard drain == .notWanted, now >= nextAnnouncement else { return }
      announce(at: now, into: &actions)
    } else if now >= nextHeartbeat {
      nextHeartbeat = now + BusRules.heartbeatMilliseconds
      actions.append(.send(.heartbeat))
    }
    sayDrain(at: now, into: &actions)
  }

  private mutating func announce(at now: MonotonicTime, into actions: inout [Action]) {
    hasAnnounced = true
    nextHeartbeat = now + BusRules.heartbeatMilliseconds
    actions.append(.send(.ready))
    actions.append(.send(.heartbeat))
  }

  private mutating func sayDrain(at now: MonotonicTime, into actions: inout [Action]) {
    switch drain {
    case .wanted where now >= nextAnnouncement:
      drain = .said(now)
      actions.append(.send(.drain))
    case .said where now >= nextDrain: drain = .done
    default: return
    }
  }

  private mutating func rejected(
    _ reject: Reject, at now: MonotonicTime, into actions: inout [Action]
  ) {
    guard reject.id.isEmpty else { return misplacedMessages += 1 }
    if reject.code != .sayReady {
      return close(.rejected(reject.code), at: now, into: &actions)
    }
    if drain == .notWanted {
      announce(at: now, into: &actions)
    } else {
      drain = .done
    }
  }
}
