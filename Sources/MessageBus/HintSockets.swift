import Instants
import ServiceKit
import ZeroMQ

/// A lane's ears for hints, and the first lane's voice. A hint that is lost or malformed is
/// nothing but a little time, so troubles here stop nobody.
struct HintSockets: ~Copyable {
  private let sources: [(endpoint: String, security: SocketSecurity)]
  private let context: ZMQContext
  private var subscriber: Socket?
  private var publisher: HintPublisher?
  private(set) var descriptor: Int32?
  /// When the subscriber connects anew; never where it does by itself.
  private var nextConnection: MonotonicTime

  init(
    _ lane: LaneDescription, _ admission: CurveAdmission?, in context: ZMQContext,
    at now: MonotonicTime, log: Logger
  ) throws(ZeroMQError) {
    self.context = context
    sources = lane.hintSources.enumerated().map { index, endpoint in
      (endpoint, lane.curve?.security(ofHintSource: index) ?? .none)
    }
    subscriber = nil
    publisher = nil
    descriptor = nil
    nextConnection = .never
    if !sources.isEmpty { try connect(at: now) }
    if let endpoint = lane.hintEndpoint {
      publisher = try HintPublisher(
        endpoint, lane.curve?.hearers, admission, in: context, log: log)
    }
  }

  static var options: SocketOptions {
    var options = SocketOptions()
    options.maximumFrameBytes = BusRules.socketFrameBytes
    options.isImmediate = false
    return options
  }

  /// When `advance` has something to do next.
  func nextWake(after now: MonotonicTime) -> MonotonicTime {
    guard publisher != nil else { return nextConnection }
    return min(nextConnection, publisher!.nextWake(after: now))
  }

  /// Does what is due.
  mutating func advance(to now: MonotonicTime) {
    if publisher != nil { publisher!.advance(to: now) }
    if now >= nextConnection { try? connect(at: now) }
  }

  private mutating func connect(at now: MonotonicTime) throws(ZeroMQError) {
    // Who was refused once does not try again by itself, and nobody says so.
    let isRefusable = sources.contains { $0.security != .none }
    nextConnection = isRefusable ? now + CurveRules.subscriberSilenceMilliseconds : .never
    let socket = try Socket.open(.subscriber, in: context, options: Self.options)
    try socket.subscribe(prefix: "")
    for source in sources { try socket.connect(source.endpoint, by: source.security) }
    descriptor = try socket.fileDescriptor()
    subscriber = consume socket
  }

  var isReadable: Bool {
    guard subscriber != nil else { return false }
    return (try? subscriber!.isReadableInSilence()) ?? false
  }

  /// Appends all hints that have arrived, up to a bound.
  mutating func receive(
    into hints: inout [BusEvent], _ message: inout ReceivedMessage, at now: MonotonicTime
  ) {
    guard subscriber != nil else { return }
    for _ in 0..<BusRules.waitingHints {
      guard (try? subscriber!.receive(into: &message)) == true else { return }
      if nextConnection != .never {
        nextConnection = now + CurveRules.subscriberSilenceMilliseconds
      }
      guard message.frameCount == 2,
        let topic = String(validating: message.bytes(of: 0), as: UTF8.self)
      else { continue }
      hints.append(BusEvent(topic: topic, event: message.bytes(of: 1)))
    }
  }

  mutating func publish(_ event: BusEvent) {
    if publisher != nil { publisher!.publish(event) }
  }
}
