import CZeroMQ
import Glibc

/// A socket of libzmq. It lives and dies in the thread that opened it, and no call waits.
///
/// Its descriptor is edge-triggered: after it was readable, and after every send, receive until
/// nothing is left before waiting again.
public struct Socket: ~Copyable {
  /// Whether a message may wait of which the descriptor tells nothing.
  private final class Silence {
    var isPossible = true
  }

  private let pointer: UnsafeMutableRawPointer
  private let context: ZMQContext
  private let silence = Silence()

  public static func open(
    _ kind: SocketKind, in context: ZMQContext, options: SocketOptions = SocketOptions()
  ) throws(ZeroMQError) -> Socket {
    guard let pointer = zmq_socket(context.pointer, kind.type) else {
      throw ZeroMQError(call: "zmq_socket")
    }
    let socket = Socket(takingOwnershipOf: pointer, in: context)
    try socket.set(options, for: kind)
    return socket
  }

  private init(takingOwnershipOf pointer: UnsafeMutableRawPointer, in context: ZMQContext) {
    self.pointer = pointer
    self.context = context
  }

  deinit {
    zmq_close(pointer)
  }

  public func bind(_ endpoint: String) throws(ZeroMQError) {
    try check("zmq_bind", zmq_bind(pointer, endpoint))
  }

  public func connect(_ endpoint: String) throws(ZeroMQError) {
    try check("zmq_connect", zmq_connect(pointer, endpoint))
  }

  /// The same, for a socket that knows its servers by different keys.
  public func connect(_ endpoint: String, by security: SocketSecurity) throws(ZeroMQError) {
    try set(security)
    try connect(endpoint)
  }

  /// Receives events whose topic begins with `prefix` (subscribers only).
  public func subscribe(prefix: String) throws(ZeroMQError) {
    try check(
      "zmq_setsockopt",
      zmq_setsockopt(pointer, ZMQ_SUBSCRIBE, prefix, prefix.utf8.count))
  }

  /// Where the socket was bound or connected last, with the port that the system chose.
  public func lastEndpoint() throws(ZeroMQError) -> String {
    var text = [UInt8](repeating: 0, count: 256)
    var length = text.count
    try check(
      "zmq_getsockopt", zmq_getsockopt(pointer, ZMQ_LAST_ENDPOINT, &text, &length))
    return String(decoding: text.prefix(max(0, length - 1)), as: UTF8.self)
  }

  /// For poll only, and edge-triggered.
  public func fileDescriptor() throws(ZeroMQError) -> Int32 {
    try integer(ZMQ_FD)
  }

  public func events() throws(ZeroMQError) -> SocketEvents {
    SocketEvents(bits: try integer(ZMQ_EVENTS))
  }

  /// Whether a message waits of which the descriptor tells nothing. A send may have taken note of
  /// its arrival; where all was received since the last send there is none, and nothing is asked.
  public func isReadableInSilence() throws(ZeroMQError) -> Bool {
    guard silence.isPossible else { return false }
    return try events().isReadable
  }

  /// Offers one frame. Once the first frame of a message was taken, the others must follow.
  public func send(_ frame: RawSpan, hasMore: Bool = false) throws(ZeroMQError) -> SendOutcome {
    let flags = hasMore ? ZMQ_DONTWAIT | ZMQ_SNDMORE : ZMQ_DONTWAIT
    silence.isPossible = true
    while true {
      let result = frame.withUnsafeBytes { bytes in
        zmq_send(pointer, bytes.baseAddress, bytes.count, flags)
      }
      if result >= 0 { return .sent }
      switch zmq_errno() {
      case EINTR: continue
      case EAGAIN: return .full
      case EHOSTUNREACH: return .unreachable
      default: throw ZeroMQError(call: "zmq_send")
      }
    }
  }

  /// Takes the next message, all of its frames. Says `false` when there is none.
  public func receive(into message: inout ReceivedMessage) throws(ZeroMQError) -> Bool {
    message.clear()
    silence.isPossible = true
    while true {
      let (result, hasMore) = message.takeFrame { frame in
        zmq_msg_recv(frame, pointer, ZMQ_DONTWAIT)
      }
      if result >= 0 && !hasMore { return true }
      if result >= 0 { continue }
      switch zmq_errno() {
      case EINTR: continue
      case EAGAIN:
        silence.isPossible = false
        return false
      default: throw ZeroMQError(call: "zmq_msg_recv")
      }
    }
  }

  private func set(_ options: SocketOptions, for kind: SocketKind) throws(ZeroMQError) {
    for (option, value) in options.integers(for: kind) { try set(option, value) }
    var limit = options.maximumFrameBytes
    try check(
      "zmq_setsockopt",
      zmq_setsockopt(pointer, ZMQ_MAXMSGSIZE, &limit, MemoryLayout<Int64>.size))
    try set(options.security)
  }

  /// The domain is enforced: once the context's `Authenticator` is gone nobody comes in.
  private func set(_ security: SocketSecurity) throws(ZeroMQError) {
    switch security {
    case .none: return
    case .curveServer(let key):
      guard context.isGuarded.load(ordering: .acquiring) else { throw .noAuthenticator }
      try set(ZMQ_CURVE_SERVER, 1)
      try set(ZMQ_CURVE_SECRETKEY, key.text)
      try set(ZMQ_ZAP_DOMAIN, Authenticator.domain)
      try set(ZMQ_ZAP_ENFORCE_DOMAIN, 1)
    case .curveClient(let server, let own):
      try set(ZMQ_CURVE_SERVERKEY, server.text)
      try set(ZMQ_CURVE_PUBLICKEY, own.publicKey.text)
      try set(ZMQ_CURVE_SECRETKEY, own.secretKey.text)
    }
  }

  private func set(_ option: Int32, _ value: Int32) throws(ZeroMQError) {
    var value = value
    try check("zmq_setsockopt", zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size))
  }

  private func set(_ option: Int32, _ text: String) throws(ZeroMQError) {
    try check("zmq_setsockopt", zmq_setsockopt(pointer, option, text, text.utf8.count))
  }

  private func integer(_ option: Int32) throws(ZeroMQError) -> Int32 {
    var value: Int32 = 0
    var length = MemoryLayout<Int32>.size
    while zmq_getsockopt(pointer, option, &value, &length) != 0 {
      guard zmq_errno() == EINTR else { throw ZeroMQError(call: "zmq_getsockopt") }
    }
    return value
  }

  private func check(_ call: String, _ result: Int32) throws(ZeroMQError) {
    if result != 0 { throw ZeroMQError(call: call) }
  }
}
