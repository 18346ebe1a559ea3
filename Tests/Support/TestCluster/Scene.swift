import TestClient

/// What most tests begin with: an app of their own, one licence, one device that is bound to it.
public struct Scene: Sendable {
  public let cluster: Cluster
  public let app: ClientApp
  /// As it was made, before the activation.
  public let license: Json
  public let device: Device
  /// What the activation answered.
  public let activation: HTTPAnswer

  public init(
    in cluster: Cluster, settings: Json = [:], license fields: Json = [:],
    device: Device = .fresh(), over http: HTTPCaller? = nil
  ) throws {
    self.cluster = cluster
    self.device = device
    app = try cluster.operator.makeApp(settings).over(http ?? cluster.http)
    license = try cluster.operator.makeLicense(app, fields)
    activation = try app.activate(license["code"].string ?? "", device)
    guard activation.status == 200 else { throw UnexpectedAnswer(activation) }
  }

  public var code: String { license["code"].string ?? "" }
  public var licenseID: String { license["id"].string ?? "" }
  public var licensePath: String { "/admin/v1/licenses/\(licenseID)" }
  public var token: String { activation.json["token"]["access_token"].string ?? "" }

  public func check(_ device: Device? = nil) throws -> CredentialCheck {
    CredentialCheck(
      keys: try cluster.keySet(), appID: app.id, deviceID: (device ?? self.device).id)
  }

  /// The claims of an answer, every check passed.
  public func claims(_ answer: HTTPAnswer, _ device: Device? = nil) throws -> Json {
    try check(device).online(answer.json["credential"], nonce: answer.sentNonce)
  }

  public func verify() throws -> HTTPAnswer { try app.verify(token, device) }
  public func renew(_ device: Device? = nil) throws -> HTTPAnswer {
    try app.renew(code, device ?? self.device)
  }
  public func activate() throws -> HTTPAnswer { try app.activate(code, device) }

  @discardableResult
  public func operate(_ call: String, _ body: Json = .absent) throws -> Json {
    try cluster.operator.ok(try cluster.operator.post("\(licensePath)/\(call)", body))
  }

  @discardableResult
  public func patch(_ body: Json) throws -> Json {
    try cluster.operator.ok(try cluster.operator.patch(licensePath, body))
  }

  /// Waits until the licence's last change is in effect on every node.
  public func waitUntilInEffect(upTo seconds: Double = 20) throws -> Bool {
    try Patience.wait(upTo: seconds) {
      try cluster.operator.license(licenseID)["in_effect"] == true
    }
  }
}
