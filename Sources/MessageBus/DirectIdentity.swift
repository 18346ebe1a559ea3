import Cryptography
import Licensing
import ZeroMQ

/// Who a direct client is: what its connection proved, never what a message says.
enum DirectIdentity: Hashable, Sendable {
  /// By CURVE.
  case curve(CurvePublicKey)
  /// Over a socket file that only this user reaches, where each connection is somebody of its own.
  case local(PeerID)

  /// What stands before the client's request ids, so that those of two clients never meet.
  var prefix: [UInt8] {
    switch self {
    case .curve(let key): Array(key.text.utf8)
    case .local(let peer): Array("local".utf8) + peer.bytes
    }
  }

  /// By which the request goes within this service, its nonce's claim included. No client can find
  /// an id of its own that becomes another's.
  static func requestID(_ id: [UInt8], after prefix: [UInt8]) -> RequestID? {
    guard id.count == RequestID.byteCount else { return nil }
    return RequestID(bytes: Array(SHA256.hash(prefix + id).prefix(RequestID.byteCount)))
  }
}
