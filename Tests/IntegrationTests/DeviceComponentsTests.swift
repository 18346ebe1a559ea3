import TestClient
import TestCluster
import Testing

/// Device ids that the server makes from components, and the upgrade of a system (ACT-03).
@Suite struct DeviceComponentsTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  static func device(_ version: String, idfv: String = "6F0C-IDFV", model: String = "iPhone16,2")
    -> Device
  { Device(idfv: idfv, model: model, systemVersion: version) }

  @Test func `the id is the hash of the normal form`() throws {
    let scene = try Scene(in: cluster, device: Self.device("17.3.1"))
    #expect(scene.activation.json["device"]["id"] == .text(scene.device.id))
    #expect(try scene.claims(scene.activation)["device"] == .text(scene.device.id))
    let known = "6f0c-idfv|iphone16,2|17"
    #expect(scene.device.id == Hex.text(TestCrypto.sha256(Array(known.utf8))))
  }

  static let spellings: [(String, String, String)] = [
    ("6f0c-idfv", "IPHONE16,2", "17"), (" 6F0C-IDFV\t", "iPhone16,2 ", "17.9"),
    ("6F0C-IDFV", "iPhone16,2", " 17.3.1 "),
  ]

  @Test(arguments: spellings)
  func `another spelling is the same device`(
    idfv: String, model: String, version: String
  ) throws {
    let scene = try Scene(in: cluster, device: Self.device("17.3.1"))
    let json: Json = [
      "components": [
        "idfv": .text(idfv), "model": .text(model), "system_version": .text(version),
      ]
    ]
    let answer = try scene.app.post(
      "/v1/activate", ["code": .text(scene.code), "device": json])
    #expect(answer.json["device"]["id"] == .text(scene.device.id))
    #expect(answer.json["device"]["new"] == false)
  }

  @Test func `inner white space folds to one blank`() throws {
    let scene = try Scene(in: cluster, device: Self.device("1", model: "Mac  Studio\u{3000}2"))
    let expected = "6f0c-idfv|mac studio 2|1"
    #expect(scene.device.id == Hex.text(TestCrypto.sha256(Array(expected.utf8))))
    #expect(scene.activation.json["device"]["id"] == .text(scene.device.id))
  }

  @Test(arguments: [1, 2, 3])
  func `a newer major re-keys the binding in place`(steps: Int) throws {
    let scene = try Scene(in: cluster, device: Self.device("14.2"))
    let upgraded = Self.device("\(14 + steps).0")
    let answer = try scene.app.activate(scene.code, upgraded)
    #expect(answer.status == 200)
    #expect(answer.json["device"]["id"] == .text(upgraded.id))
    #expect(answer.json["device"]["new"] == false)
    #expect(answer.json["license"]["devices"]["used"] == 1)
    let devices = try cluster.operator.get("\(scene.licensePath)/devices").json["items"].items
    #expect(devices.map { $0["id"] } == [.text(upgraded.id)])
  }

  @Test func `renew re-keys, too`() throws {
    let scene = try Scene(in: cluster, device: Self.device("14.2"))
    let upgraded = Self.device("15.0")
    let answer = try scene.renew(upgraded)
    #expect(answer.status == 200)
    #expect(answer.json["device"]["id"] == .text(upgraded.id))
    let devices = try cluster.operator.get("\(scene.licensePath)/devices").json["items"].items
    #expect(devices.map { $0["id"] } == [.text(upgraded.id)])
  }

  @Test(arguments: ["18.0", "13.0"])
  func `four majors later, or an older system, is another device`(version: String) throws {
    let scene = try Scene(in: cluster, device: Self.device("14.2"))
    let answer = try scene.app.activate(scene.code, Self.device(version))
    #expect(answer.code == "DEVICE_LIMIT_EXCEEDED")
  }

  @Test func `verify compares the four ids and leaves the binding as it is`() throws {
    let scene = try Scene(in: cluster, device: Self.device("14.2"))
    for version in ["14.9", "15", "16", "17"] {
      let device = Self.device(version)
      let answer = try scene.app.verify(scene.token, device)
      #expect(answer.json["code"] == "VALID")
      #expect(answer.json["device"]["id"] == .text(device.id))
      #expect(try scene.claims(answer, device)["device"] == .text(device.id))
    }
    #expect(try scene.app.verify(scene.token, Self.device("18")).code == "DEVICE_MISMATCH")
    #expect(try scene.app.verify(scene.token, Self.device("13")).code == "DEVICE_MISMATCH")
    let devices = try cluster.operator.get("\(scene.licensePath)/devices").json["items"].items
    #expect(devices.map { $0["id"] } == [.text(scene.device.id)])
  }

  @Test func `an id of one's own form is taken as it is`() throws {
    let scene = try Scene(in: cluster, device: Device(id: "  Device ID  "))
    #expect(scene.activation.json["device"]["id"] == "  Device ID  ")
    #expect(try scene.app.activate(scene.code, Device(id: "device id")).status == 409)
  }

  @Test(arguments: ["idfv", "model", "system_version"])
  func `a bar inside a component is refused`(field: String) throws {
    let app = try cluster.operator.makeApp()
    let parts: Json = ["idfv": "A-B-C", "model": "iPhone", "system_version": "17"]
    let device: Json = ["components": parts.replacing(field, with: "a|b")]
    let answer = try app.post("/v1/activate", ["code": "X", "device": device])
    #expect([400, 422].contains(answer.status), "\(answer.text)")
  }
}
