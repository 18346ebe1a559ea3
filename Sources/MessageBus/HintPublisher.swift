import Glibc
import Instants
import ServiceKit
import ZeroMQ

/// The socket that hints are published by. A publisher cannot turn one subscriber away: when the list of
/// allowed keys changes it is made anew, and all of them have to come in once more.
struct HintPublisher: ~Copyable {
  private var endpoint: String
  private let security: SocketSecurity
  private let admission: CurveAdmission?
  private let context: ZMQContext
  private let log: Logger
  private var socket: Socket?
  private var seenRevision: Int
  /// When the former socket was closed.
  private var closedAt = MonotonicTime(nanoseconds: 0)
  /// That nobody can be told anything has been said.
  private var isKnownMute = false

  init(
    _ endpoint: String, _ curve: CurveListener?, _ admission: CurveAdmission?,
    in context: ZMQContext, log: Logger
  ) throws(ZeroMQError) {
    self.endpoint = endpoint
    security = curve.map { .curveServer($0.secretKey) } ?? .none
    self.admission = curve == nil ? nil : admission
    self.context = context
    self.log = log
    seenRevision = self.admission?.revision ?? 0
    socket = nil
    try open()
  }

  func nextWake(after now: MonotonicTime) -> MonotonicTime {
    socket == nil ? now + CurveRules.bindMilliseconds : .never
  }

  mutating func advance(to now: MonotonicTime) {
    if let admission, admission.revision != seenRevision {
      seenRevision = admission.revision
      if socket != nil { closedAt = now }
      socket = nil
    }
    if socket == nil && isFree(at: now) { reopen(at: now) }
  }

  /// Where the former socket still listens this fails for a moment, and that is nothing to tell.
  private mutating func reopen(at now: MonotonicTime) {
    do throws(ZeroMQError) {
      try open()
      if isKnownMute { log.info("Hints are published again.") }
      isKnownMute = false
    } catch {
      guard !isKnownMute, now >= closedAt + CurveRules.staleFileMilliseconds else { return }
      isKnownMute = true
      log.error(
        "Hints cannot be published: nobody can listen at their endpoint.",
        [LogField("call", error.call), LogField("errno", error.errorNumber)])
    }
  }

  mutating func publish(_ event: BusEvent) {
    guard socket != nil, event.event.count <= BusRules.frameBytes else { return }
    let topic = Array(event.topic.utf8)
    guard (try? socket!.send(topic.span.bytes, hasMore: true)) == .sent else { return }
    _ = try? socket!.send(event.event.span.bytes)
  }

  private mutating func open() throws(ZeroMQError) {
    var options = HintSockets.options
    options.security = security
    let socket = try Socket.open(.publisher, in: context, options: options)
    try socket.bind(endpoint)
    endpoint = try socket.lastEndpoint()
    self.socket = consume socket
  }

  /// libzmq closes a socket later, on its own thread, and then removes the socket file: one that was
  /// bound under the same name meanwhile would lose it.
  private func isFree(at now: MonotonicTime) -> Bool {
    guard endpoint.hasPrefix("ipc://") else { return true }
    return access(String(endpoint.dropFirst("ipc://".count)), F_OK) != 0
      || now >= closedAt + CurveRules.staleFileMilliseconds
  }
}
