import TestClient
import TestCluster
import Testing

/// Paths, methods and the order in which a request is looked at.
@Suite struct PathTests {
  let cluster: Cluster
  let scene: Scene

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(in: cluster)
  }

  @Test(arguments: [
    "/", "/v1", "/v1/", "/v1/unknown", "/v1/verify/", "/v1//verify", "//v1/verify", "/v2/verify",
    "/v1/./verify", "/v1/x/../verify", "/v1/%2e/verify", "/v1/x/%2E%2e/verify", "/v1/verify%00",
    "/v1/verify%00x", "/v1%2Fverify", "/v1/verify/x", "/V1/verify", "/v1/Verify",
    "/v1/%2576erify", "/admin", "/admin/v1", "/admin/v1/unknown", "/metrics", "/version",
    "/.well-known/", "/.well-known/other",
  ])
  func `this path does not exist`(target: String) throws {
    for method in ["GET", "POST", "HEAD"] {
      let answer = try cluster.http.perform(
        HTTPRequest(method, target, body: method == "POST" ? [] : nil))
      #expect(answer.status == 404, "\(method) \(target)")
      if method != "HEAD" { #expect(answer.faults(asProblem: "NOT_FOUND", 404) == []) }
    }
  }

  @Test func `a segment is decoded once, after splitting`() throws {
    let token = RequestSigner(token: scene.token)
    for target in ["/v1/%76erify", "/%76%31/veri%66y", "/v1/verify?x=%2F..%00"] {
      let answer = try scene.app.send(HTTPRequest("POST", target, body: []), by: token)
      #expect(answer.json["code"] == "VALID", "\(target)")
    }
  }

  static let methods: [(String, [String])] = [
    ("/v1/activate", ["POST"]), ("/v1/verify", ["POST"]), ("/v1/renew", ["POST"]),
    ("/v1/introspect", ["POST"]), ("/v1/config", ["GET", "HEAD"]),
    ("/admin/v1/apps", ["GET", "HEAD", "POST"]),
    ("/admin/v1/apps/app_aaaaaaaaaaaaa", ["GET", "HEAD", "PATCH"]),
    ("/admin/v1/apps/app_aaaaaaaaaaaaa/rotate-key", ["POST"]),
    ("/admin/v1/licenses", ["GET", "HEAD", "POST"]),
    ("/admin/v1/licenses/lic_aaaaaaaaaaaaa", ["DELETE", "GET", "HEAD", "PATCH"]),
    ("/admin/v1/licenses/lic_aaaaaaaaaaaaa/disable", ["POST"]),
    ("/admin/v1/licenses/lic_aaaaaaaaaaaaa/enable", ["POST"]),
    ("/admin/v1/licenses/lic_aaaaaaaaaaaaa/extend", ["POST"]),
    ("/admin/v1/licenses/lic_aaaaaaaaaaaaa/devices", ["DELETE", "GET", "HEAD"]),
    ("/admin/v1/licenses/lic_aaaaaaaaaaaaa/devices/device-1", ["DELETE"]),
    ("/admin/v1/logs", ["GET", "HEAD"]),
    ("/healthz", ["GET", "HEAD"]), ("/readyz", ["GET", "HEAD"]),
    ("/.well-known/countersign-keys", ["GET", "HEAD"]),
  ]

  @Test(arguments: methods)
  func `another method is not allowed and the answer says which are`(
    path: String, allowed: [String]
  ) throws {
    for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"]
    where !allowed.contains(method) {
      let answer = try cluster.http.perform(HTTPRequest(method, path))
      #expect(answer.faults(asProblem: "METHOD_NOT_ALLOWED", 405) == [], "\(method)")
      let allow = answer.headers["Allow"]?.split(separator: ",").map {
        String($0).trimmingBlanks
      }
      #expect(Set(allow ?? []) == Set(allowed), "\(method)")
    }
  }

  @Test func `there is no CORS`() throws {
    let answer = try cluster.http.perform(
      HTTPRequest(
        "OPTIONS", "/v1/verify",
        headers: [
          "Origin": "https://example.com", "Access-Control-Request-Method": "POST",
        ]))
    #expect(answer.status == 405)
    #expect(!answer.headers.lines.contains { $0.name.lowercased().hasPrefix("access-control") })
  }

  @Test(arguments: ["/healthz", "/readyz", "/.well-known/countersign-keys"])
  func `HEAD is answered wherever GET is`(path: String) throws {
    let get = try cluster.http.get(path)
    let head = try cluster.http.perform(HTTPRequest("HEAD", path))
    #expect(get.status == 200)
    #expect(head.status == 200)
    #expect(head.headers["Content-Length"] == get.headers["Content-Length"])
    #expect(head.headers["Content-Type"] == get.headers["Content-Type"])
  }

  @Test func `HEAD is answered for operators, too`() throws {
    for path in ["/admin/v1/apps", "/admin/v1/licenses", "/admin/v1/logs", scene.licensePath] {
      let head = try cluster.operator.call("HEAD", path)
      #expect(head.status == 200, "\(path)")
      #expect(head.body.isEmpty)
    }
  }

  @Test func `request ids are made here and a client's is ignored`() throws {
    let mine = "req_aaaaaaaaaaaaaaaaaaaaaaaaaa"
    let ids = try (0..<3).map { _ in
      try cluster.http.get("/healthz", headers: ["Countersign-Request-Id": mine]).requestID
    }
    #expect(Set(ids).count == 3)
    #expect(!ids.contains(mine))
    #expect(ids.allSatisfy { $0?.hasPrefix("req_") == true })
  }

  // Path, method, size, Authorization, form, nonce, rate, values, look-ups: each pair of
  // neighbours, with both faults in one request.

  static let large = [UInt8](repeating: 0x20, count: 70_000)

  @Test func `the path comes before the method and the size`() throws {
    let answer = try cluster.http.perform(HTTPRequest("BREW", "/v1/nothing", body: Self.large))
    #expect(answer.code == "NOT_FOUND")
  }

  @Test func `the method comes before the size`() throws {
    let answer = try cluster.http.perform(HTTPRequest("PUT", "/v1/verify", body: Self.large))
    #expect(answer.code == "METHOD_NOT_ALLOWED")
  }

  @Test func `the size comes before Authorization`() throws {
    let answer = try cluster.http.perform(HTTPRequest("POST", "/v1/verify", body: Self.large))
    #expect(answer.code == "BODY_TOO_LARGE")
  }

  @Test func `Authorization comes before the form of the body`() throws {
    let answer = try cluster.http.perform(
      HTTPRequest(
        "POST", "/v1/activate", headers: ["Content-Type": "text/plain"], body: Array("{".utf8)))
    #expect(answer.code == "SIGNATURE_MISSING")
  }

  @Test func `an operator's key comes before the form of the body`() throws {
    let stranger = Operator(cluster.http, key: "csk_" + String(repeating: "A", count: 43))
    let answer = try stranger.post("/admin/v1/apps", "text")
    #expect(answer.faults(asProblem: "KEY_INVALID", 401) == [])
  }

  @Test func `the form of the body comes before the nonce`() throws {
    let nonce = RequestSigner.freshNonce()
    let good = HTTPRequest(
      "POST", "/v1/renew",
      body: (["code": .text(scene.code), "device": scene.device.json] as Json).bytes)
    #expect(try cluster.http.perform(scene.app.signer.signed(good, nonce: nonce)).status == 200)
    let bad = HTTPRequest("POST", "/v1/renew", body: Array("{".utf8))
    let answer = try cluster.http.perform(scene.app.signer.signed(bad, nonce: nonce))
    #expect(answer.code == "REQUEST_MALFORMED")
  }

  @Test func `the nonce comes before the rate, and the rate before the look-ups`() throws {
    let limits = Operator.noLimits.replacing("renew_device_per_minute", with: 1)
    let scene = try Scene(in: cluster, settings: ["rate_limits": limits])
    let body: Json = ["code": "NOSUCHCODE234567", "device": scene.device.json]
    let first = scene.app.signer.signed(HTTPRequest("POST", "/v1/renew", body: body.bytes))
    #expect(try cluster.http.perform(first).code == "LICENSE_NOT_FOUND")
    #expect(try cluster.http.perform(first).code == "NONCE_REPLAYED")
    #expect(try scene.app.renew("NOSUCHCODE234567", scene.device).code == "RATE_LIMITED")
  }

  @Test func `values come before look-ups`() throws {
    let answer = try cluster.operator.post(
      "/admin/v1/licenses/lic_aaaaaaaaaaaaa/extend", ["days": 0])
    #expect(answer.code == "VALUE_REFUSED")
  }
}

extension String {
  var trimmingBlanks: String { String(trimmingPrefix(while: { $0 == " " })) }
}
