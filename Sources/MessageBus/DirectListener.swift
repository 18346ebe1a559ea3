import Instants
import ServiceKit
import Wire
import ZeroMQ

/// A lane's socket for direct clients, and what it knows of them.
final class DirectListener {
  let endpoint: String
  let descriptor: Int32
  let admission: CurveAdmission?
  var peers: DirectPeers
  var actions: [DirectPeers.Action] = []
  private var seenRevision = 0
  private var socket: Socket?

  /// - Parameter admission: `nil`: an `ipc://` endpoint that only this user reaches.
  init(
    _ endpoint: String, _ curve: CurveListener?, _ admission: CurveAdmission?,
    in context: ZMQContext, at now: MonotonicTime
  ) throws(ZeroMQError) {
    var options = SocketOptions()
    options.sendLimit = DirectRules.waitingAnswers
    options.receiveLimit = DirectRules.waitingRequests
    options.maximumFrameBytes = DirectRules.frameBytes
    options.handshakeMilliseconds = DirectRules.handshakeMilliseconds
    if let curve { options.security = .curveServer(curve.secretKey) }
    let socket = try Socket.open(.router, in: context, options: options)
    try socket.bind(endpoint)
    descriptor = try socket.fileDescriptor()
    self.endpoint = try socket.lastEndpoint()
    self.admission = admission
    peers = DirectPeers(at: now)
    self.socket = consume socket
  }

  /// Whether a turn would move something that the descriptor will not tell of.
  var isReadable: Bool {
    guard socket != nil else { return false }
    return (try? socket!.isReadableInSilence()) ?? false
  }

  func receive(into message: inout ReceivedMessage) throws(ZeroMQError) -> Bool {
    guard socket != nil else { return false }
    return try socket!.receive(into: &message)
  }

  /// Sends the envelope that was encoded last, and a body if there is one.
  func send(
    _ encoder: EnvelopeEncoder, body: [UInt8], to peer: PeerID
  ) throws(ZeroMQError) -> SendOutcome {
    guard socket != nil else { return .unreachable }
    return try socket!.send(encoder, body: body, to: peer)
  }

  func close() { socket = nil }

  /// By what the connection proved; a key that is not on the list, or no longer, is nobody.
  func admit(_ peer: PeerID, _ message: borrowing ReceivedMessage) -> DirectPeers.Admission? {
    guard let admission else {
      return DirectPeers.Admission(
        identity: .local(peer), inFlightCap: CurveRules.inFlightLimit)
    }
    guard let key = message.property(.userID, of: 0).flatMap(CurvePublicKey.init(text:)),
      let client = admission.peer(of: key)
    else { return nil }
    return DirectPeers.Admission(
      identity: .curve(key), inFlightCap: client.inFlightCap ?? DirectRules.inFlight)
  }

  /// Forgets whom a changed list no longer names.
  func heedList() {
    guard let admission, admission.revision != seenRevision else { return }
    seenRevision = admission.revision
    peers.keepOnly { identity in
      guard case .curve(let key) = identity else { return nil }
      return admission.peer(of: key).map { $0.inFlightCap ?? DirectRules.inFlight }
    }
  }
}
