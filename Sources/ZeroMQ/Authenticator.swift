import CZeroMQ

/// Answers libzmq's question whether a key may connect (ZAP, ZeroMQ RFC 27), for all sockets of one
/// context. Nobody may, unless the list says so.
///
/// To be opened before any socket of the context is bound: a CURVE server is not made without it.
/// Lives on the thread that opened it.
public struct Authenticator: ~Copyable {
  private static let endpoint = "inproc://zeromq.zap.01"
  /// What `SocketSecurity.curveServer` puts sockets into; another domain is refused.
  static let domain = "countersign"

  private let context: ZMQContext
  private let socket: Socket
  private var message = ReceivedMessage(maximumFrames: ZAPRequest.maximumFrames)
  public private(set) var allowed: UInt64 = 0
  public private(set) var refused: UInt64 = 0

  public static func open(in context: ZMQContext) throws(ZeroMQError) -> Authenticator {
    let socket = try Socket.open(.router, in: context)
    try socket.bind(endpoint)
    return Authenticator(takingOwnershipOf: socket, in: context)
  }

  private init(takingOwnershipOf socket: consuming Socket, in context: ZMQContext) {
    self.socket = socket
    self.context = context
    context.isGuarded.store(true, ordering: .releasing)
  }

  deinit { context.isGuarded.store(false, ordering: .releasing) }

  /// For poll only, and edge-triggered: call `answerAll` first, then wait.
  public func fileDescriptor() throws(ZeroMQError) -> Int32 { try socket.fileDescriptor() }

  /// Answers all that ask.
  public mutating func answerAll(
    _ isAllowed: (CurvePublicKey) -> Bool
  ) throws(ZeroMQError) {
    while true {
      while try socket.receive(into: &message) { try answer(isAllowed) }
      guard try socket.events().isReadable else { return }
    }
  }

  private mutating func answer(_ isAllowed: (CurvePublicKey) -> Bool) throws(ZeroMQError) {
    guard let request = ZAPRequest(message) else { return refused += 1 }
    let isWelcome = request.curveKey.map(isAllowed) ?? false
    if isWelcome { allowed += 1 } else { refused += 1 }
    let frames = request.answer(isAllowed: isWelcome)
    for (index, frame) in frames.enumerated() {
      // Who asked may have gone meanwhile; then nothing of the answer is taken.
      guard try socket.send(frame.span.bytes, hasMore: index < frames.count - 1) == .sent else {
        return
      }
    }
  }
}
