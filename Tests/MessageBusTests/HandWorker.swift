import Glibc
import Wire
import ZeroMQ

/// A worker whose every message a test writes itself: one that crashes, stalls or lies.
final class HandWorker {
  private let context: ZMQContext
  private var socket: Socket?
  private var message = ReceivedMessage()
  private let encoder = EnvelopeEncoder()
  private let decoder = EnvelopeDecoder()
  private(set) var received: [Envelope] = []

  init(_ endpoint: String, _ security: SocketSecurity = .none) throws {
    context = try ZMQContext()
    var options = SocketOptions()
    options.lingerMilliseconds = 0
    options.security = security
    let socket = try Socket.open(.dealer, in: context, options: options)
    try socket.connect(endpoint)
    self.socket = consume socket
  }

  /// Goes as a killed process does: the system closes its connection, nothing is said.
  func die() {
    socket = nil
  }

  /// Says whether the socket took it.
  func say(_ envelope: Envelope, body: [UInt8] = []) throws -> Bool {
    try encoder.encode(envelope)
    return try say(encoder.bytes, body: body)
  }

  func say(_ bytes: [UInt8], body: [UInt8] = []) throws -> Bool {
    let outcome = try socket!.send(bytes.span.bytes, hasMore: !body.isEmpty)
    if outcome == .sent && !body.isEmpty { _ = try socket!.send(body.span.bytes) }
    return outcome == .sent
  }

  /// Takes what has arrived.
  func listen() throws {
    guard socket != nil else { return }
    while try socket!.receive(into: &message) {
      received.append(try decoder.decode(message.bytes(of: 0)))
    }
  }

  /// Announces itself as able; the gateway has to run meanwhile.
  func join(
    _ gateway: BusGateway, as service: String = "verification", instance: String,
    capacity: UInt32 = 100
  ) -> Bool {
    let ready = Ready(service: service, instance: instance, capacity: capacity)
    guard gateway.run(until: { (try? say(.ready(ready))) == true }) else { return false }
    guard (try? say(.heartbeat(Heartbeat(clockUnixMilliseconds: 0)))) == true else { return false }
    return gateway.run { gateway.bus.workers.contains { $0.instance == instance && $0.able } }
  }

  /// Runs the gateway until this worker was sent `count` requests.
  func hasRequests(_ count: Int, _ gateway: BusGateway) -> Bool {
    gateway.run {
      try? listen()
      return received.count { if case .request = $0 { true } else { false } } >= count
    }
  }
}
