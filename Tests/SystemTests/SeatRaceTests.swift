import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// ACT-01, ACT-02: seats are taken under one lock, through two activation processes.
  @Suite struct SeatRaceTests {
    let cluster: Cluster

    init() throws {
      cluster = try Cluster(ClusterOptions(counts: ["activation": 2, "renewal": 2]))
    }

    func seatsInRows(_ license: Json) throws -> Int {
      try cluster.number(
        """
        select count(*) from device_bindings
        where license_id = \(license["id"].rowID) and unbound_at is null
        """)
    }

    func race(seats: Int, devices: Int) throws {
      let app = try cluster.operator.makeApp()
      let license = try cluster.operator.makeLicense(app, ["allow_devices": Json(Int64(seats))])
      let code = license["code"].string ?? ""
      let answers = try Parallel.map(devices) { index in
        try app.activate(code, Device(id: "racing-device-\(index)"))
      }
      #expect(answers.count { $0.status == 200 } == seats)
      #expect(answers.count { $0.code == "DEVICE_LIMIT_EXCEEDED" } == devices - seats)
      #expect(try seatsInRows(license) == seats)
      let shown = try cluster.operator.license(license["id"].string ?? "")["devices"]
      #expect(shown["used"].integer == Int64(seats))
      #expect(shown["remaining"] == 0)
      let devicePath = "/admin/v1/licenses/\(license["id"].string ?? "")/devices"
      #expect(try cluster.operator.get(devicePath).json["items"].items.count == seats)
    }

    @Test func `of devices that race for seats exactly so many get in`() throws {
      for seats in [1, 3] {
        for _ in 0..<10 { try race(seats: seats, devices: 20) }
      }
      try race(seats: 7, devices: 200)
    }

    @Test func `ten activations of one device at once are one binding and ten good answers`() throws
    {
      let app = try cluster.operator.makeApp()
      for _ in 0..<10 {
        let license = try cluster.operator.makeLicense(app)
        let code = license["code"].string ?? ""
        let device = Device.fresh()
        let answers = try Parallel.map(10) { _ in try app.activate(code, device) }
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(answers.count { $0.json["device"]["new"] == true } == 1)
        #expect(Set(answers.map { $0.json["device"]["bound_at"].string ?? "" }).count == 1)
        #expect(try seatsInRows(license) == 1)
        for answer in answers {
          let token = answer.json["token"]["access_token"].string ?? ""
          #expect(try app.verify(token, device).json["code"] == "VALID")
        }
      }
    }

    @Test func `a binding survives a client that lost everything`() throws {
      let scene = try Scene(in: cluster)
      let row = "select id, first_seen_at from device_bindings where license_id = "
      let before = try cluster.sql(row + String(scene.license["id"].rowID))
      #expect(try scene.activate().json["device"]["new"] == false)
      #expect(try cluster.sql(row + String(scene.license["id"].rowID)) == before)
    }

    @Test func `two renewals at once have a usable token each and one row`() throws {
      let scene = try Scene(in: cluster)
      for _ in 0..<5 {
        try cluster.age(scene, issuedSecondsAgo: 20)
        let answers = try Parallel.map(4) { _ in try scene.renew() }
        #expect(answers.allSatisfy { $0.status == 200 })
        let tokens = Set(answers.compactMap { $0.json["token"]["access_token"].string })
        #expect(tokens.count == 1)
        for token in tokens { #expect(try scene.app.verify(token).code == "VALID") }
      }
      #expect(
        try cluster.number(
          """
          select count(*) from access_tokens t join device_bindings b on b.id = t.binding_id
          where b.license_id = \(scene.license["id"].rowID)
          """) == 1)
    }
  }
}
