import TestClient
import TestCluster
import Testing

/// POST /v1/activate: form, repeats, first activation, features, device descriptions.
@Suite struct ActivateTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  @Test func `an activation has the form of api.md`() throws {
    let scene = try Scene(in: cluster)
    #expect(Shape.activation.faults(scene.activation.json) == [])
    #expect(scene.activation.formFaults == [])
    #expect(scene.activation.mediaType == "application/json")
    #expect(scene.activation.json["device"]["id"] == .text(scene.device.id))
    #expect(scene.activation.json["device"]["new"] == true)
    #expect(scene.activation.json["license"]["status"] == "active")
    #expect(scene.activation.json["license"]["id"] == .text(scene.licenseID))
  }

  @Test func `a repeat is the same device, takes no seat and gives a usable token`() throws {
    let scene = try Scene(in: cluster)
    let again = try scene.activate()
    #expect(again.status == 200)
    #expect(again.json["device"]["new"] == false)
    #expect(again.json["device"]["bound_at"] == scene.activation.json["device"]["bound_at"])
    let seats: Json = ["used": 1, "limit": 1, "remaining": 0, "over_limit": false]
    #expect(again.json["license"]["devices"] == seats)
    let token = again.json["token"]["access_token"].string ?? ""
    #expect(try scene.app.verify(token).json["code"] == "VALID")
  }

  @Test func `no limit is null and one seat left is one`() throws {
    let unlimited = try Scene(in: cluster, license: ["allow_devices": nil])
    let open: Json = ["used": 1, "limit": nil, "remaining": nil, "over_limit": false]
    #expect(unlimited.activation.json["license"]["devices"] == open)
    let two = try Scene(in: cluster, license: ["allow_devices": 2])
    let half: Json = ["used": 1, "limit": 2, "remaining": 1, "over_limit": false]
    #expect(two.activation.json["license"]["devices"] == half)
  }

  @Test(arguments: [("trial", 7), ("monthly", 30), ("yearly", 365)])
  func `a plan's days start at first activation`(plan: String, days: Int64) throws {
    let scene = try Scene(in: cluster, license: ["plan": .text(plan), "allow_devices": 2])
    #expect(scene.license["status"] == "unactivated")
    #expect(scene.license["expires_at"] == .null)
    let start = try #require(scene.activation.json["server_time"].instant)
    #expect(scene.activation.json["license"]["expires_at"].instant == start + days * 86_400)
    let second = try scene.app.activate(scene.code, .fresh())
    #expect(
      second.json["license"]["expires_at"] == scene.activation.json["license"]["expires_at"])
  }

  @Test func `lifetime has no end`() throws {
    let scene = try Scene(in: cluster, license: ["plan": "lifetime"])
    #expect(scene.activation.json["license"]["expires_at"] == .null)
    #expect(scene.activation.json["license"]["plan"] == "lifetime")
  }

  @Test func `an explicit end is absolute and starts nothing`() throws {
    let scene = try Scene(in: cluster, license: ["expires_at": "2099-01-02T03:04:05Z"])
    #expect(scene.license["expires_at"] == "2099-01-02T03:04:05Z")
    #expect(scene.activation.json["license"]["expires_at"] == "2099-01-02T03:04:05Z")
  }

  @Test func `the licence's features lie over the app's by top-level name`() throws {
    let app = try cluster.operator.makeApp(features: ["a": 1, "b": ["x": 1], "c": nil])
    let license = try cluster.operator.makeLicense(
      app, ["features": ["b": ["y": 2], "d": "é\"\\/"]])
    let answer = try app.activate(license["code"].string ?? "", .fresh())
    let features = answer.json["license"]["features"]
    #expect(features.names == ["a", "b", "c", "d"])
    #expect(features["a"] == 1)
    #expect(features["b"] == ["y": 2])
    #expect(features["c"] == .null)
    #expect(features["d"] == "é\"\\/")
  }

  @Test func `settings that apps see are three, as the app has them`() throws {
    let scene = try Scene(
      in: cluster,
      settings: [
        "offline_grace_seconds": 3600, "verify_interval_seconds": 60, "force_online": true,
      ])
    let expected: Json = [
      "offline_grace_seconds": 3600, "verify_interval_seconds": 60, "force_online": true,
    ]
    for answer in [scene.activation, try scene.verify(), try scene.renew()] {
      for member in expected.members {
        #expect(answer.json["settings"][member.name] == member.value)
      }
      #expect(answer.json["settings"].names == expected.names)
    }
  }

  @Test func `what a device says of itself is shown to operators`() throws {
    let scene = try Scene(in: cluster, license: ["allow_devices": 3])
    let info: Json = [
      "name": "Ada's iPhone 🏁", "model": "iPhone16,2", "system_version": "17.3.1",
      "is_simulator": false, "is_jailbroken": true,
    ]
    let described = Device.fresh()
    #expect(try scene.app.activate(scene.code, described, info: info).status == 200)
    let items = try cluster.operator.get("\(scene.licensePath)/devices").json["items"].items
    let device = try #require(items.first { $0["id"] == .text(described.id) })
    #expect(Shape.device.faults(device) == [])
    for member in info.members { #expect(device[member.name] == member.value) }
    let silent = try #require(items.first { $0["id"] == .text(scene.device.id) })
    for member in info.members { #expect(silent[member.name] == .null) }
  }

  @Test(arguments: ["name", "model", "system_version", "is_simulator", "is_jailbroken"])
  func `each field of device_info may be left out`(field: String) throws {
    let scene = try Scene(in: cluster)
    let whole: Json = [
      "name": "n", "model": "m", "system_version": "1", "is_simulator": true,
      "is_jailbroken": false,
    ]
    let info = whole.replacing(field, with: .absent)
    #expect(try scene.app.activate(scene.code, scene.device, info: info).status == 200)
  }

  @Test(arguments: [8, 128])
  func `a device id of this many scalars is taken`(count: Int) throws {
    let scene = try Scene(in: cluster, license: ["allow_devices": nil])
    let device = Device(id: String(repeating: "🏁", count: count))
    let answer = try scene.app.activate(scene.code, device)
    #expect(answer.status == 200)
    #expect(answer.json["device"]["id"] == .text(device.id))
    #expect(try scene.claims(answer, device)["device"] == .text(device.id))
  }

  struct BadBody: Sendable, CustomTestStringConvertible {
    let body: Json
    let pointer: String?
    var testDescription: String { body.compact }
    init(_ body: Json, _ pointer: String?) {
      self.body = body
      self.pointer = pointer
    }
  }

  static let components: Json = ["idfv": "A-B-C", "model": "iPhone", "system_version": "17.1"]

  static let badBodies: [BadBody] = [
    BadBody([:], "/code"), BadBody([], nil), BadBody("text", nil), BadBody(nil, nil),
    BadBody(["device": ["id": "device-12"]], "/code"),
    BadBody(["code": nil, "device": ["id": "device-12"]], "/code"),
    BadBody(["code": 12, "device": ["id": "device-12"]], "/code"),
    BadBody(["code": "X"], "/device"), BadBody(["code": "X", "device": nil], "/device"),
    BadBody(["code": "X", "device": "device-12"], "/device"),
    BadBody(["code": "X", "device": [:]], "/device"),
    BadBody(["code": "X", "device": ["id": nil]], nil),
    BadBody(["code": "X", "device": ["id": 12_345_678]], "/device/id"),
    BadBody(["code": "X", "device": ["id": ""]], "/device/id"),
    BadBody(["code": "X", "device": ["id": "seven-7"]], "/device/id"),
    BadBody(
      ["code": "X", "device": ["id": .text(String(repeating: "é", count: 129))]], "/device/id"),
    BadBody(["code": "X", "device": ["id": "device-12", "components": components]], "/device"),
    BadBody(["code": "X", "device": ["components": nil]], nil),
    BadBody(["code": "X", "device": ["components": []]], "/device/components"),
    BadBody(
      ["code": "X", "device": ["components": components.replacing("idfv", with: .absent)]],
      "/device/components/idfv"),
    BadBody(
      ["code": "X", "device": ["components": components.replacing("model", with: 1)]],
      "/device/components/model"),
    BadBody(
      ["code": "X", "device": ["components": components.replacing("model", with: "")]],
      "/device/components/model"),
    BadBody(
      [
        "code": "X",
        "device": [
          "components": components.replacing(
            "system_version", with: .text(String(repeating: "1", count: 129)))
        ],
      ], "/device/components/system_version"),
    BadBody(
      ["code": "X", "device": ["id": "device-12"], "device_info": "text"], "/device_info"),
    BadBody(
      ["code": "X", "device": ["id": "device-12"], "device_info": ["name": 1]],
      "/device_info/name"),
    BadBody(
      ["code": "X", "device": ["id": "device-12"], "device_info": ["is_simulator": "no"]],
      "/device_info/is_simulator"),
  ]

  @Test(arguments: badBodies)
  func `a missing field or a wrong type is malformed and pointed at`(bad: BadBody) throws {
    let app = try cluster.operator.makeApp()
    let answer = try app.post("/v1/activate", bad.body)
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
    guard let pointer = bad.pointer else { return }
    let pointers = answer.json["errors"].items.map { $0["pointer"].string ?? "" }
    #expect(pointers.contains(pointer), "\(pointers)")
    #expect(answer.json["errors"].items.allSatisfy { $0.names == ["detail", "pointer"] })
  }
}
