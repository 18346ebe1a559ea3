import Encodings
import Instants
import JSON

/// One licence's life over the ordinary HTTP API: two devices, one seat.
final class Story {
  private static let effectMilliseconds: Int64 = 20_000

  private let cluster: RunningCluster
  private let teller: StoryClient
  private var stepCount = 0
  private var step = ""

  init(cluster: RunningCluster) {
    self.cluster = cluster
    teller = StoryClient(client: cluster.client, operatorKey: cluster.operatorKey)
  }

  func tell() throws -> StoryEnding {
    let app = try createApp()
    let license = try createLicense(app)
    let check = try fetchKeys(app)
    let first = StoryDevice(name: "device A", id: "demo-device-a", app: app, check: check)
    let second = StoryDevice(name: "device B", id: "demo-device-b", app: app, check: check)
    try activate(first, license)
    try verify(first, code: "VALID")
    try refuse(second, license)
    try renew(first, license)
    try change(license, "disable", "an operator disables the licence")
    try verify(first, code: "LICENSE_DISABLED")
    try change(license, "enable", "an operator enables it again")
    try unbind(first, license)
    try activate(second, license)
    return StoryEnding(cluster: cluster, app: app, license: license, device: second.id)
  }

  // MARK: The operator's steps

  private func createApp() throws -> StoryApp {
    begin("an operator creates an app")
    let answer = try expect(
      201, teller.administer("POST", "/admin/v1/apps", .object(["name": .string("Demo app")])))
    return StoryApp(
      id: try text(answer, "id"), clientKey: try text(answer, "client_key"))
  }

  private func createLicense(_ app: StoryApp) throws -> StoryLicense {
    begin("and a licence for one device")
    let body = JSONValue.object([
      "app_id": .string(app.id), "plan": .string("yearly"),
      "allow_devices": .number(JSONNumber(1)), "remark": .string("the demo"),
    ])
    let answer = try expect(201, teller.administer("POST", "/admin/v1/licenses", body))
    guard let license = answer["licenses"]?.array?.first else { throw fault("no licence") }
    return StoryLicense(id: try text(license, "id"), code: try text(license, "code"))
  }

  private func change(_ license: StoryLicense, _ verb: String, _ title: String) throws {
    begin(title)
    let target = "/admin/v1/licenses/\(license.id)/\(verb)"
    let body: JSONObject = verb == "disable" ? ["reason": .string("a part of the demo")] : [:]
    let answer = try expect(200, teller.administer("POST", target, .object(body)))
    try waitUntilInEffect(license, answer)
  }

  private func unbind(_ device: StoryDevice, _ license: StoryLicense) throws {
    begin("an operator takes the seat from \(device.name)")
    let target = "/admin/v1/licenses/\(license.id)/devices/\(device.id)"
    let answer = try expect(200, teller.administer("DELETE", target))
    try waitUntilInEffect(license, answer)
  }

  /// Shortly after a new epoch an answer says that it is not in effect yet.
  private func waitUntilInEffect(_ license: StoryLicense, _ answer: JSONValue) throws {
    if answer["in_effect"]?.bool == true { return }
    Console.say("  (not in effect yet; asking until it is)")
    var request = HTTPRequest(method: "GET", target: "/admin/v1/licenses/\(license.id)")
    request.fields.append(("Authorization", "Bearer \(cluster.operatorKey)"))
    let isInEffect = try Waiting.until(milliseconds: Story.effectMilliseconds) {
      try cluster.client.send(request).json?["in_effect"]?.bool == true
    }
    guard isInEffect else { throw fault("the change does not come into effect") }
  }

  // MARK: The devices' steps

  private func fetchKeys(_ app: StoryApp) throws -> CredentialCheck {
    begin("the app fetches the public keys and checks them with the root key that it has built in")
    Console.say("  → anybody: GET /.well-known/countersign-keys")
    let answer = try cluster.client.get("/.well-known/countersign-keys")
    Console.say("  ← \(answer.status)")
    guard answer.status == 200 else { throw fault("the status is \(answer.status)") }
    let check = try CredentialCheck(
      keySet: answer.body, rootKey: cluster.rootKey, app: app.id, now: SystemTimeSource().now())
    Console.say("  ✓ the key set is signed by the root key")
    return check
  }

  private func activate(_ device: StoryDevice, _ license: StoryLicense) throws {
    begin("\(device.name) activates")
    let called = try teller.call(
      "/v1/activate", device.activation(license), signedBy: device.app.signer, as: device.name)
    let answer = try expect(200, called.answer)
    guard answer["device"]?["new"]?.bool == true else { throw fault("the binding is not new") }
    try device.keep(token: try text(answer["token"] ?? .null, "access_token"))
    try believe(answer, device, called.nonce, code: "VALID")
  }

  private func refuse(_ device: StoryDevice, _ license: StoryLicense) throws {
    begin("\(device.name) is refused: the only seat is taken")
    let called = try teller.call(
      "/v1/activate", device.activation(license), signedBy: device.app.signer, as: device.name)
    let answer = try expect(409, called.answer)
    guard answer["code"]?.string == "DEVICE_LIMIT_EXCEEDED" else { throw fault("another code") }
  }

  private func verify(_ device: StoryDevice, code: String) throws {
    begin("\(device.name) verifies: \(code)")
    guard let signer = device.tokenSigner else { throw fault("\(device.name) has no token") }
    let called = try teller.call("/v1/verify", device.body, signedBy: signer, as: device.name)
    let answer = try expect(200, called.answer)
    guard answer["code"]?.string == code, answer["valid"]?.bool == (code == "VALID") else {
      throw fault("another verdict")
    }
    try believe(answer, device, called.nonce, code: code)
  }

  private func renew(_ device: StoryDevice, _ license: StoryLicense) throws {
    begin("\(device.name) renews its access token")
    let called = try teller.call(
      "/v1/renew", device.activation(license), signedBy: device.app.signer, as: device.name)
    let answer = try expect(200, called.answer)
    try device.keep(token: try text(answer["token"] ?? .null, "access_token"))
    try believe(answer, device, called.nonce, code: "VALID")
  }

  /// A client acts on claims only, never on the plain fields.
  private func believe(
    _ answer: JSONValue, _ device: StoryDevice, _ nonce: String, code: String
  ) throws {
    let claims = try device.check.claims(
      try text(answer, "credential"), device: device.id, nonce: nonce)
    guard claims["code"]?.string == code else { throw fault("the credential says otherwise") }
    Console.say("  ✓ the credential is signed by a key of the set; its claims:")
    let text = PrettyJSON.text(.object(claims))
    Console.say(text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
  }

  // MARK: Telling

  private func begin(_ title: String) {
    stepCount += 1
    step = title
    Console.say("\n\(stepCount). \(title)")
  }

  private func expect(_ status: Int, _ answer: HTTPAnswer) throws -> JSONValue {
    guard answer.status == status else {
      throw fault("the status is \(answer.status), not \(status)")
    }
    guard let json = answer.json else { throw fault("the answer is no JSON") }
    return json
  }

  private func text(_ value: JSONValue, _ name: String) throws -> String {
    guard let text = value[name]?.string, !text.isEmpty else { throw fault("\(name) is missing") }
    return text
  }

  private func fault(_ reason: String) -> StoryFault {
    StoryFault(step: step, reason)
  }
}
