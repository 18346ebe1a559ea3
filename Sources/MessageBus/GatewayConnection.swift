import Wire
import ZeroMQ

/// One gateway as a worker's lane sees it: the link's state, the socket behind it while there is
/// one, and answers that the socket did not take yet.
final class GatewayConnection {
  let endpoint: String
  private let security: SocketSecurity
  var link: WorkerLink
  private(set) var socket: Socket?
  private(set) var descriptor: Int32?
  /// Grows with each socket: what came over an earlier one cannot be answered over this one.
  private(set) var generation: UInt64 = 0
  var unsent: [LaneAnswer] = []

  init(endpoint: String, security: SocketSecurity, link: WorkerLink) {
    self.endpoint = endpoint
    self.security = security
    self.link = link
  }

  func open(in context: ZMQContext) throws(ZeroMQError) {
    generation += 1
    var options = SocketOptions()
    options.maximumFrameBytes = BusRules.socketFrameBytes
    options.security = security
    let socket = try Socket.open(.dealer, in: context, options: options)
    try socket.connect(endpoint)
    descriptor = try socket.fileDescriptor()
    self.socket = consume socket
  }

  func close() {
    socket = nil
    descriptor = nil
    unsent.removeAll()
  }

  /// Whether a turn would move something that the descriptor will not tell of.
  var hasMore: Bool {
    guard socket != nil else { return false }
    if unsent.isEmpty { return (try? socket!.isReadableInSilence()) ?? false }
    guard let events = try? socket!.events() else { return false }
    return events.isReadable || events.isWritable
  }

  func send(_ encoder: EnvelopeEncoder, body: [UInt8]) throws(ZeroMQError) -> SendOutcome {
    guard socket != nil else { return .unreachable }
    return try socket!.send(encoder, body: body)
  }
}
