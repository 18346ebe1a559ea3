import TestClient
import TestCluster
import Testing

/// GET /v1/config.
@Suite struct ConfigTests {
  let cluster: Cluster
  let app: ClientApp

  init() throws {
    cluster = try SharedCluster.get()
    app = try cluster.operator.makeApp(["force_online": true], features: ["a": 1, "b": 2])
  }

  @Test func `it has the form of api.md`() throws {
    let answer = try app.config()
    #expect(answer.status == 200)
    #expect(answer.json.names == ["features", "server_time", "settings"])
    #expect(Shape.settings.faults(answer.json["settings"]) == [])
    #expect(answer.json["settings"]["force_online"] == true)
    #expect(answer.json["features"] == ["a": 1, "b": 2])
  }

  @Test func `defaults are those of the table`() throws {
    let settings = try cluster.operator.makeApp().config().json["settings"]
    #expect(settings["offline_grace_seconds"] == 172_800)
    #expect(settings["verify_interval_seconds"] == 3600)
    #expect(settings["force_online"] == false)
  }

  @Test func `with a token the licence's features lie over the app's`() throws {
    let license = try cluster.operator.makeLicense(app, ["features": ["b": 3]])
    let activation = try app.activate(license["code"].string ?? "", .fresh())
    let token = activation.json["token"]["access_token"].string ?? ""
    let answer = try app.config(token: token)
    #expect(answer.status == 200)
    #expect(answer.json["features"]["a"] == 1)
    #expect(answer.json["features"]["b"] == 3)
    #expect(answer.headers["ETag"] != (try app.config().headers["ETag"]))
  }

  @Test func `an ETag that still fits gives 304 and no body`() throws {
    let tag = try #require(try app.config().headers["ETag"])
    let answer = try app.config(headers: ["If-None-Match": tag])
    #expect(answer.status == 304)
    #expect(answer.body.isEmpty)
    #expect(answer.headers["ETag"] == tag)
    #expect(try app.config(headers: ["If-None-Match": "\"other\""]).status == 200)
    #expect(try app.config(headers: ["If-None-Match": "\"other\", \(tag)"]).status == 304)
    #expect(try app.config(headers: ["If-None-Match": "*"]).status == 304)
  }

  @Test func `the ETag is the same on every node and new after a change`() throws {
    let tags = try Parallel.map(16) { _ in try app.config().headers["ETag"] ?? "" }
    #expect(Set(tags).count == 1)
    let patch: Json = ["settings": ["force_online": false]]
    #expect(try cluster.operator.patch("/admin/v1/apps/\(app.id)", patch).status == 200)
    #expect(
      try Patience.wait(upTo: 3) { try app.config().json["settings"]["force_online"] == false })
    #expect(try app.config().headers["ETag"] != tags[0])
  }

  @Test func `HEAD is answered and signed as HEAD`() throws {
    let answer = try app.send(HTTPRequest("HEAD", "/v1/config"), by: app.signer)
    #expect(answer.status == 200)
    #expect(answer.headers["ETag"] == (try app.config().headers["ETag"]))
    let nonce = RequestSigner.freshNonce()
    var request = HTTPRequest("HEAD", "/v1/config")
    request.headers["Authorization"] = app.signer.authorization(
      for: HTTPRequest("GET", "/v1/config"), nonce: nonce)
    #expect(try app.http.perform(request).status == 401)
  }

  @Test func `it needs a signature`() throws {
    let answer = try app.http.get("/v1/config")
    #expect(answer.faults(asProblem: "SIGNATURE_MISSING", 401) == [])
  }
}
