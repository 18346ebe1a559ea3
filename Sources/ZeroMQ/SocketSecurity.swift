/// How a socket proves who it is, and what it asks of its peers (ZeroMQ RFC 25 and 26).
public enum SocketSecurity: Hashable, Sendable {
  /// Anybody who reaches the endpoint is a peer.
  case none
  /// Takes only peers that speak CURVE and that the context's `Authenticator` allows. Without one the
  /// socket is not opened.
  case curveServer(CurveSecretKey)
  /// Speaks CURVE, to the server of that key only.
  case curveClient(server: CurvePublicKey, own: CurveKeyPair)
}
