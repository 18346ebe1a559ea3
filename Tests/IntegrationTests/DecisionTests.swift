import TestClient
import TestCluster
import Testing

/// "Activation decides in this order and answers the first that holds", and so do the others:
/// the table of licence states × calls.
@Suite struct DecisionTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  enum State: String, CaseIterable, Sendable {
    case open, full, disabled, expired, disabledAndExpired, tampered, tamperedAndDisabled
  }

  /// A licence in that state, held by one device.
  func scene(_ state: State) throws -> Scene {
    let scene = try Scene(in: cluster, license: ["allow_devices": state == .open ? 2 : 1])
    switch state {
    case .open, .full: break
    case .disabled: try scene.operate("disable")
    case .expired: try scene.patch(["expires_at": "2020-01-01"])
    case .disabledAndExpired:
      try scene.patch(["expires_at": "2020-01-01"])
      try scene.operate("disable")
    case .tampered: try tamper(scene)
    case .tamperedAndDisabled:
      try scene.operate("disable")
      try tamper(scene)
    }
    return scene
  }

  /// Edits the row behind the service's back, and takes from Redis what was read before.
  func tamper(_ scene: Scene) throws {
    try cluster.sql(
      "update licenses set allow_devices = 99 where id = \(scene.license["id"].rowID)")
    try cluster.forgetLicenses()
  }

  static let activations: [(State, Bool, String)] = [
    (.open, true, "200"), (.open, false, "200"),
    (.full, true, "200"), (.full, false, "DEVICE_LIMIT_EXCEEDED"),
    (.disabled, true, "LICENSE_DISABLED"), (.disabled, false, "LICENSE_DISABLED"),
    (.expired, true, "LICENSE_EXPIRED"), (.expired, false, "LICENSE_EXPIRED"),
    (.disabledAndExpired, true, "LICENSE_DISABLED"),
    (.disabledAndExpired, false, "LICENSE_DISABLED"),
    (.tampered, true, "LICENSE_TAMPERED"), (.tampered, false, "LICENSE_TAMPERED"),
    (.tamperedAndDisabled, true, "LICENSE_TAMPERED"),
  ]

  @Test(arguments: activations)
  func `activate answers the first that holds`(
    state: State, isBound: Bool, expected: String
  ) throws {
    let scene = try scene(state)
    let answer = try scene.app.activate(scene.code, isBound ? scene.device : .fresh())
    try expect(answer, expected, scene)
  }

  static let renewals: [(State, Bool, String)] = [
    (.open, true, "200"), (.open, false, "DEVICE_UNBOUND"),
    (.full, true, "200"), (.full, false, "DEVICE_UNBOUND"),
    (.disabled, true, "LICENSE_DISABLED"), (.disabled, false, "LICENSE_DISABLED"),
    (.expired, true, "LICENSE_EXPIRED"), (.expired, false, "LICENSE_EXPIRED"),
    (.disabledAndExpired, false, "LICENSE_DISABLED"),
    (.tampered, true, "LICENSE_TAMPERED"), (.tampered, false, "LICENSE_TAMPERED"),
    (.tamperedAndDisabled, false, "LICENSE_TAMPERED"),
  ]

  @Test(arguments: renewals)
  func `renew answers the first that holds and never binds`(
    state: State, isBound: Bool, expected: String
  ) throws {
    let scene = try scene(state)
    let answer = try scene.renew(isBound ? scene.device : .fresh())
    try expect(answer, expected, scene)
    let used = try cluster.operator.license(scene.licenseID)["devices"]["used"]
    #expect(used == 1)
  }

  func expect(_ answer: HTTPAnswer, _ expected: String, _ scene: Scene) throws {
    let statuses = ["DEVICE_LIMIT_EXCEEDED": 409]
    switch expected {
    case "200": #expect(answer.status == 200)
    case "DEVICE_LIMIT_EXCEEDED", "DEVICE_UNBOUND":
      let status = statuses[expected] ?? 403
      #expect(answer.faults(asProblem: expected, status, extra: ["license_id"]) == [])
      #expect(answer.json["license_id"] == .text(scene.licenseID))
    default:
      #expect(answer.faults(asProblem: expected, 403) == [])
    }
  }

  enum Bound: String, Sendable { case own, other, unbound }

  static let verdicts: [(State, Bound, String)] = [
    (.open, .own, "VALID"), (.open, .other, "DEVICE_MISMATCH"), (.open, .unbound, "DEVICE_UNBOUND"),
    (.full, .own, "VALID"),
    (.disabled, .own, "LICENSE_DISABLED"), (.disabled, .other, "DEVICE_MISMATCH"),
    (.disabled, .unbound, "DEVICE_UNBOUND"),
    (.expired, .own, "LICENSE_EXPIRED"), (.expired, .other, "DEVICE_MISMATCH"),
    (.expired, .unbound, "DEVICE_UNBOUND"),
    (.disabledAndExpired, .own, "LICENSE_DISABLED"),
    (.tampered, .own, "LICENSE_TAMPERED"), (.tampered, .other, "LICENSE_TAMPERED"),
    (.tamperedAndDisabled, .own, "LICENSE_TAMPERED"),
  ]

  @Test(arguments: verdicts)
  func `verify answers the first that holds`(
    state: State, bound: Bound, expected: String
  ) throws {
    let scene = try scene(state)
    if bound == .unbound {
      let path = "\(scene.licensePath)/devices/\(scene.device.id)"
      #expect(try cluster.operator.delete(path).status == 200)
    }
    let answer = try scene.app.verify(scene.token, bound == .other ? .fresh() : scene.device)
    #expect(answer.status == 200)
    #expect(answer.json["code"] == .text(expected))
    let shape = expected == "VALID" ? Shape.validVerdict : Shape.refusal
    #expect(shape.faults(answer.json) == [])
    #expect(answer.json["license"]["id"] == .text(scene.licenseID))
  }

  @Test(arguments: verdicts)
  func `introspect says what verify says`(state: State, bound: Bound, expected: String) throws {
    if bound == .other { return }
    let scene = try scene(state)
    if bound == .unbound {
      let path = "\(scene.licensePath)/devices/\(scene.device.id)"
      #expect(try cluster.operator.delete(path).status == 200)
    }
    let answer = try cluster.operator.post(
      "/v1/introspect", ["access_token": .text(scene.token)])
    #expect(answer.status == 200)
    #expect(answer.json["active"] == .bool(expected == "VALID"))
    #expect(answer.json["code"] == .text(expected))
  }

  @Test func `an explicit end in the past is expired before any activation`() throws {
    let app = try cluster.operator.makeApp()
    let license = try cluster.operator.makeLicense(app, ["expires_at": "2020-01-01"])
    #expect(license["status"] == "expired")
    let answer = try app.activate(license["code"].string ?? "", .fresh())
    #expect(answer.faults(asProblem: "LICENSE_EXPIRED", 403) == [])
  }

  @Test func `another app's code is answered like an unknown one`() throws {
    let scene = try Scene(in: cluster)
    let other = try cluster.operator.makeApp()
    for answer in [
      try other.activate(scene.code, scene.device), try other.renew(scene.code, scene.device),
      try other.activate("ABCD-EFGH-JKLM-NPQR", scene.device),
      try other.renew("no code at all", scene.device), try other.activate("", scene.device),
    ] {
      #expect(answer.faults(asProblem: "LICENSE_NOT_FOUND", 404) == [])
    }
  }
}
