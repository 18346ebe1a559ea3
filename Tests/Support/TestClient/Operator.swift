/// The calls of an operator, made with an operator key.
public struct Operator: Sendable {
  public let http: HTTPCaller
  public let key: String

  public init(_ http: HTTPCaller, key: String) {
    self.http = http
    self.key = key
    SecretWatch.shared.remember(operatorKey: key)
  }

  public func get(_ target: String) throws -> HTTPAnswer { try call("GET", target) }
  public func post(
    _ target: String, _ body: Json = .absent, headers: HTTPHeaders = [:]
  ) throws -> HTTPAnswer { try call("POST", target, body, headers: headers) }
  public func patch(
    _ target: String, _ body: Json, headers: HTTPHeaders = [:]
  ) throws -> HTTPAnswer { try call("PATCH", target, body, headers: headers) }
  public func delete(_ target: String) throws -> HTTPAnswer { try call("DELETE", target) }

  public func call(
    _ method: String, _ target: String, _ body: Json = .absent, headers: HTTPHeaders = [:]
  ) throws -> HTTPAnswer {
    let own: HTTPHeaders = ["Authorization": "Bearer \(key)"]
    let bytes: [UInt8]? = body == .absent ? (method == "POST" ? [] : nil) : body.bytes
    return try http.perform(
      HTTPRequest(method, target, headers: own.merging(headers), body: bytes))
  }

  /// An app of its own for a test, its rate limits lifted unless the settings say otherwise.
  public func makeApp(
    _ settings: Json = [:], name: String = "Test", features: Json = .absent
  ) throws -> ClientApp {
    let limits = settings["rate_limits"] == .absent ? Self.noLimits : settings["rate_limits"]
    let answer = try post(
      "/admin/v1/apps",
      [
        "name": .text(name), "settings": settings.replacing("rate_limits", with: limits),
        "features": features,
      ])
    guard answer.status == 201, let id = answer.json["id"].string,
      let key = answer.json["client_key"].string
    else { throw UnexpectedAnswer(answer) }
    return ClientApp(http, id: id, clientKey: key)
  }

  /// One licence; `fields` are laid over `{app_id, plan: "yearly"}`.
  public func makeLicense(_ app: ClientApp, _ fields: Json = [:]) throws -> Json {
    try makeLicenses(app, fields)[0]
  }

  public func makeLicenses(_ app: ClientApp, _ fields: Json) throws -> [Json] {
    var body: Json = ["app_id": .text(app.id), "plan": "yearly"]
    for member in fields.members { body = body.replacing(member.name, with: member.value) }
    let answer = try post("/admin/v1/licenses", body)
    guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
    return answer.json["licenses"].items
  }

  public func license(_ id: String) throws -> Json {
    try ok(try get("/admin/v1/licenses/\(id)"))
  }

  /// The answer's JSON, when it is a success.
  @discardableResult
  public func ok(_ answer: HTTPAnswer) throws -> Json {
    guard (200..<300).contains(answer.status) else { throw UnexpectedAnswer(answer) }
    return answer.json
  }

  public static let noLimits: Json = [
    "activate_device_per_minute": nil, "activate_address_per_minute": nil,
    "renew_device_per_minute": nil, "verify_token_per_minute": nil,
    "unknown_code_address_per_10_minutes": nil,
  ]
}
