/// What libzmq knows of the peer behind a message (zmq_msg_gets(3)).
public enum PeerProperty: Sendable {
  /// What the `Authenticator` said: the peer's public key in Z85.
  case userID

  var name: String {
    switch self {
    case .userID: "User-Id"
    }
  }
}
