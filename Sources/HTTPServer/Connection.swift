import Instants

/// What the server knows of one connection, from its start to its end. One thread only.
final class Connection {
  /// Where the connection stands; each phase but `waiting` has a clock of its own.
  enum Phase {
    /// Between an answer and the next request line.
    case idle
    /// A head is being read.
    case head
    /// A body is being read.
    case body
    /// The handler has the request; libmicrohttpd has the connection suspended.
    case waiting
    /// The answer is being sent.
    case answering
  }

  /// What becomes of the body that is being read.
  enum BodyUse {
    case kept(limitBytes: Int)
    /// Dropped; then this answer.
    case dropped(HTTPResponse)
  }

  let handle: OpaquePointer
  /// The daemon that holds it.
  let daemonNumber: Int
  let usesTLS: Bool
  let descriptor: Int32
  let peer: IPAddress?
  let slot: Int32
  /// Counts the requests that the handler of this slot was given.
  var generation: UInt32
  private(set) var phase = Phase.head
  private(set) var phaseBegan: MonotonicTime

  /// The target as the request line had it, and where in memory it stood.
  var target: [UInt8] = []
  var targetAddress: UInt = 0
  var request: HTTPRequest?
  var bodyUse = BodyUse.kept(limitBytes: 0)
  var bodyBytes = 0
  /// Set by the handler, sent by the next callback.
  var answer: HTTPResponse?
  var isSuspended = false
  /// The descriptor was shut, or its client has gone: nothing more is sent.
  var isCut = false

  init(
    handle: OpaquePointer, of daemon: Daemon, descriptor: Int32, peer: IPAddress?, slot: Int32,
    generation: UInt32, now: MonotonicTime
  ) {
    self.handle = handle
    daemonNumber = daemon.number
    usesTLS = daemon.usesTLS
    self.descriptor = descriptor
    self.peer = peer
    self.slot = slot
    self.generation = generation
    phaseBegan = now
  }

  var exchange: HTTPExchangeID { HTTPExchangeID(slot: slot, generation: generation) }

  func enter(_ next: Phase, at now: MonotonicTime) {
    phase = next
    phaseBegan = now
  }

  /// A new connection's head clock runs since it was accepted, a later request's since its first line.
  func beginHead(at now: MonotonicTime) {
    if phase == .idle { enter(.head, at: now) }
  }

  /// Ready for the next request.
  func endRequest(at now: MonotonicTime) {
    request = nil
    answer = nil
    bodyBytes = 0
    enter(.idle, at: now)
  }

  func isOverdue(at now: MonotonicTime, _ limits: HTTPLimits) -> Bool {
    let limit: Int64
    switch phase {
    case .idle: limit = limits.idleMilliseconds
    case .head: limit = limits.headMilliseconds
    case .body: limit = limits.bodyMilliseconds
    case .answering: limit = limits.answerMilliseconds
    case .waiting: return false
    }
    return now.milliseconds(since: phaseBegan) >= limit
  }
}
