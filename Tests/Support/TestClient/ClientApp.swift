/// The calls of an app, made as an app makes them.
public struct ClientApp: Sendable {
  public let http: HTTPCaller
  public let id: String
  public let clientKey: String

  public init(_ http: HTTPCaller, id: String, clientKey: String) {
    self.http = http
    self.id = id
    self.clientKey = clientKey
    SecretWatch.shared.remember(clientKey, .clientKey)
  }

  public var signer: RequestSigner { RequestSigner(id: id, secret: clientKey) }

  /// The same app seen over other connections.
  public func over(_ http: HTTPCaller) -> ClientApp {
    ClientApp(http, id: id, clientKey: clientKey)
  }

  public func activate(
    _ code: String, _ device: Device, info: Json = .absent
  ) throws -> HTTPAnswer {
    SecretWatch.shared.remember(code: code)
    return try post(
      "/v1/activate",
      ["code": .text(code), "device": device.json, "device_info": info])
  }

  public func renew(_ code: String, _ device: Device) throws -> HTTPAnswer {
    try post("/v1/renew", ["code": .text(code), "device": device.json])
  }

  public func verify(_ token: String, _ device: Device? = nil) throws -> HTTPAnswer {
    let body: Json = device.map { ["device": $0.json] } ?? [:]
    return try post("/v1/verify", body, by: RequestSigner(token: token))
  }

  public func deactivate(_ token: String) throws -> HTTPAnswer {
    try post("/v1/deactivate", [:], by: RequestSigner(token: token))
  }

  public func config(token: String? = nil, headers: HTTPHeaders = [:]) throws -> HTTPAnswer {
    try send(
      HTTPRequest("GET", "/v1/config", headers: headers),
      by: token.map(RequestSigner.init(token:)) ?? signer)
  }

  public func post(
    _ target: String, _ body: Json, by signer: RequestSigner? = nil
  ) throws -> HTTPAnswer {
    try send(HTTPRequest("POST", target, body: body.bytes), by: signer ?? self.signer)
  }

  public func send(_ request: HTTPRequest, by signer: RequestSigner) throws -> HTTPAnswer {
    let nonce = RequestSigner.freshNonce()
    var answer = try http.perform(signer.signed(request, nonce: nonce))
    answer.sentNonce = nonce
    return answer
  }
}
