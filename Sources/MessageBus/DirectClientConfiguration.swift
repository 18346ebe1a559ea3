import ServiceKit
import ZeroMQ

/// What a direct client needs to reach one verification lane.
public struct DirectClientConfiguration: Sendable {
  /// `tcp://host:port` or `ipc://path`.
  public var endpoint: String
  /// An operator key of scope `verify`, `csk_…`.
  public var operatorKey: SecretText
  /// Requests in flight; further ones are not sent. The server's list of clients may say less.
  public var inFlightCap: Int
  let security: SocketSecurity

  /// Over a socket file, without CURVE.
  public init(endpoint: String, operatorKey: SecretText, inFlightCap: Int = 256) {
    self.init(endpoint, operatorKey, inFlightCap, .none)
  }

  /// - Parameters:
  ///   - serverKey: the server's public key in Z85.
  ///   - keyFile: this client's secret key in Z85, of mode 0600; the public half must be on the
  ///     server's list.
  ///
  /// Throws what is wrong with the file: it is absent, open to others, or holds no key.
  public init(
    endpoint: String, operatorKey: SecretText, inFlightCap: Int = 256, serverKey: String,
    keyFile: String
  ) throws(CurveConfigurationFault) {
    guard let server = CurvePublicKey(text: serverKey) else {
      throw .badKey(path: "the server's key")
    }
    let own = try CurveListener.keyPair(keyFile)
    self.init(endpoint, operatorKey, inFlightCap, .curveClient(server: server, own: own))
  }

  private init(
    _ endpoint: String, _ operatorKey: SecretText, _ inFlightCap: Int, _ security: SocketSecurity
  ) {
    precondition(inFlightCap > 0, "A client without room for one request could send none.")
    self.endpoint = endpoint
    self.operatorKey = operatorKey
    self.inFlightCap = inFlightCap
    self.security = security
  }
}
