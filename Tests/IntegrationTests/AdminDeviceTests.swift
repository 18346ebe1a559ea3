import TestClient
import TestCluster
import Testing

/// The bindings of a licence, as operators see and end them.
@Suite struct AdminDeviceTests {
  let cluster: Cluster
  let scene: Scene
  var admin: Operator { cluster.operator }

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(in: cluster, license: ["allow_devices": 3])
  }

  @Test func `devices are listed with when they were bound and seen`() throws {
    let answer = try admin.get("\(scene.licensePath)/devices")
    #expect(answer.status == 200)
    #expect(Shape.page.faults(answer.json) == [])
    #expect(answer.json["total"] == 1)
    let device = answer.json["items"][0]
    #expect(Shape.device.faults(device) == [])
    #expect(device["id"] == .text(scene.device.id))
    #expect(device["bound_at"] == scene.activation.json["device"]["bound_at"])
  }

  @Test func `unbinding gives the seat back`() throws {
    let answer = try admin.delete("\(scene.licensePath)/devices/\(scene.device.id)")
    #expect(answer.status == 200)
    #expect(Shape.adminLicense.faults(answer.json) == [])
    #expect(answer.json["devices"]["used"] == 0)
    #expect(answer.json["in_effect"] == true)
    #expect(try scene.verify().code == "DEVICE_UNBOUND")
    #expect(try scene.renew().code == "DEVICE_UNBOUND")
    #expect(try admin.get("\(scene.licensePath)/devices").json["items"].items.isEmpty)
  }

  @Test func `a device that is not bound is not found`() throws {
    let path = "\(scene.licensePath)/devices/"
    #expect(try admin.delete(path + "stranger-1").faults(asProblem: "NOT_FOUND", 404) == [])
    #expect(try admin.delete(path + scene.device.id).status == 200)
    #expect(try admin.delete(path + scene.device.id).faults(asProblem: "NOT_FOUND", 404) == [])
  }

  @Test(arguments: [
    ("id with blanks", "id%20with%20blanks"), ("a/b/c/d/e/f", "a%2Fb%2Fc%2Fd%2Fe%2Ff"),
    ("100% device", "100%25%20device"), ("%2Fliteral", "%252Fliteral"),
    ("🏁🏁🏁🏁🏁🏁🏁🏁", String(repeating: "%F0%9F%8F%81", count: 8)),
    ("a+b+c+d+e", "a+b+c+d+e"), ("........", "%2E......."),
  ])
  func `a device id in a path is decoded once`(id: String, segment: String) throws {
    let device = Device(id: id)
    #expect(try scene.app.activate(scene.code, device).status == 200)
    #expect(try admin.delete("\(scene.licensePath)/devices/\(segment)").status == 200)
    #expect(try scene.app.renew(scene.code, device).code == "DEVICE_UNBOUND")
  }

  @Test func `all devices are unbound at once`() throws {
    let second = Device.fresh()
    let other = try scene.app.activate(scene.code, second)
    let answer = try admin.delete("\(scene.licensePath)/devices")
    #expect(answer.status == 200)
    #expect(answer.json["devices"]["used"] == 0)
    #expect(try scene.verify().code == "DEVICE_UNBOUND")
    let token = other.json["token"]["access_token"].string ?? ""
    #expect(try scene.app.verify(token).code == "DEVICE_UNBOUND")
    #expect(try admin.delete("\(scene.licensePath)/devices").status == 200)
  }

  @Test func `a seat given back goes to the next device`() throws {
    let one = try Scene(in: cluster)
    let next = Device.fresh()
    #expect(try one.app.activate(one.code, next).code == "DEVICE_LIMIT_EXCEEDED")
    #expect(try admin.delete("\(one.licensePath)/devices/\(one.device.id)").status == 200)
    #expect(try one.app.activate(one.code, next).json["device"]["new"] == true)
    #expect(try one.activate().code == "DEVICE_LIMIT_EXCEEDED")
  }

  @Test func `what a device writes is stored literally`() throws {
    for id in ["%s%n%s%n", "a b c d e", "xxxxxxxx\r\nFLUSHALL", "'; drop table x", "{\"a\":[1]}"] {
      let scene = try Scene(in: cluster, device: Device(id: id))
      let devices = try admin.get("\(scene.licensePath)/devices").json["items"]
      #expect(devices[0]["id"] == .text(id))
      #expect(try scene.verify().code == "VALID")
    }
  }
}
