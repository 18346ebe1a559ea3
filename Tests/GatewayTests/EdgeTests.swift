import HTTPServer
import JSON
import Licensing
import MessageBus
import Testing

@testable import Gateway

@Suite struct EdgeTests {
  private let desk = Desk()

  @Test func `a request goes to its service as it was sent`() throws {
    let answer = desk.send(
      .post, "/v1/verify?x=%2526",
      fields: [
        ("authorization", "Countersign abc"), ("x-forwarded-for", "198.51.100.9"),
        ("content-type", "application/json"), ("authorization", "second"),
      ], body: "{}")
    #expect(answer == nil)
    let sent = try #require(desk.bus.submitted.first)
    #expect(sent.service == "verification")
    #expect(sent.method == "POST")
    #expect(sent.target == Array("/v1/verify?x=%2526".utf8))
    #expect(sent.headers.map(\.name) == ["authorization", "content-type", "authorization"])
    #expect(sent.body == Array("{}".utf8))
    #expect(sent.clientAddress == "192.0.2.1")
    #expect(sent.deadline.value == 1_800_000_005_000)
  }

  @Test(arguments: [
    (HTTPMethod.post, "/v1/activate", "activation"), (.post, "/v1/renew", "renewal"),
    (.post, "/v1/introspect", "verification"), (.get, "/v1/config", "verification"),
    (.get, "/admin/v1/apps", "admin"), (.patch, "/admin/v1/licenses/lic_a", "admin"),
    (.delete, "/admin/v1/licenses/lic_a/devices/d", "admin"),
  ])
  func `each path has its service`(method: HTTPMethod, target: String, service: String) {
    #expect(desk.send(method, target) == nil)
    #expect(desk.bus.submitted.map(\.service) == [service])
  }

  @Test func `HEAD is handed on as HEAD`() {
    #expect(desk.send(.head, "/v1/config") == nil)
    #expect(desk.bus.submitted.map(\.method) == ["HEAD"])
  }

  @Test func `a worker's answer is passed out with the request's id`() throws {
    _ = desk.send(.post, "/v1/verify")
    desk.bus.reply(
      BusReply(
        status: 200,
        headers: [
          BusHeader("content-type", "application/json"), BusHeader("etag", "\"1\""),
          BusHeader("connection", "close"), BusHeader("content-length", "99"),
          BusHeader("countersign-request-id", "req_forged"), BusHeader("date", "never"),
          BusHeader("transfer-encoding", "chunked"),
        ], body: Array("{\"valid\":true}".utf8)))
    let answer = try #require(desk.turn().first)
    #expect(answer.status == 200)
    #expect(answer.text == "{\"valid\":true}")
    #expect(answer.headers.map(\.name) == ["content-type", "etag", "Countersign-Request-Id"])
    #expect(answer.header("Countersign-Request-Id") == desk.bus.submitted[0].id.description)
  }

  @Test func `a reply that nobody waits for any more is dropped`() {
    _ = desk.send(.post, "/v1/verify")
    desk.bus.reply(BusReply(status: 200))
    desk.bus.reply(BusReply(status: 201))
    #expect(desk.turn().map(\.status) == [200])
    #expect(desk.turn().isEmpty)
  }

  @Test func `when the client leaves, the bus is told and a late reply finds nobody`() {
    let exchange = HTTPExchangeID(slot: 3, generation: 9)
    _ = desk.send(.post, "/v1/verify", exchange: exchange)
    desk.edge.abandon(exchange)
    desk.edge.abandon(exchange)
    #expect(desk.bus.abandoned == desk.bus.submitted.map(\.id))
    desk.bus.reply(BusReply(status: 200))
    #expect(desk.turn().isEmpty)
    #expect(desk.edge.pendingCount == 0)
  }

  @Test(arguments: [SubmitRefusal.noWorker, .full])
  func `without a worker or above the cap it is 503 at once`(refusal: SubmitRefusal) throws {
    desk.bus.outcome = .refused(refusal)
    let answer = try #require(desk.send(.post, "/v1/verify"))
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "1")
    #expect(answer.text.contains("SERVICE_UNAVAILABLE"))
    #expect(desk.edge.pendingCount == 0)
  }

  @Test(arguments: [
    (GatewayEvent.FailureReason.deadlineExceeded, 504, nil as String?),
    (.unavailable, 503, "1"),
    (.rejected(code: .tooMany, retryAfterMs: 0), 503, "1"),
    (.rejected(code: .tooMany, retryAfterMs: 1_001), 503, "2"),
    (.rejected(code: .tooLate, retryAfterMs: 0), 504, nil),
  ])
  func `a request without a reply ends as a problem`(
    reason: GatewayEvent.FailureReason, status: Int, retryAfter: String?
  ) throws {
    _ = desk.send(.post, "/v1/activate")
    desk.bus.fail(reason)
    let answer = try #require(desk.turn().first)
    #expect(answer.status == status)
    #expect(answer.header("Retry-After") == retryAfter)
    #expect(answer.header("Content-Type") == "application/problem+json")
  }

  @Test(arguments: [0, 100, 199, 600, 999])
  func `a reply with a status that is none is 500`(status: Int) {
    _ = desk.send(.post, "/v1/verify")
    desk.bus.reply(BusReply(status: status, body: Array("secret".utf8)))
    let answers = desk.turn()
    #expect(answers.map(\.status) == [500])
    #expect(!answers[0].text.contains("secret"))
  }

  @Test func `an unknown path is 404 before its method matters`() throws {
    let answer = try #require(desk.send(.other, "/v1/nothing"))
    #expect(answer.status == 404)
    let problem = try #require(try JSON.parse(answer.body).object)
    #expect(problem["code"]?.string == "NOT_FOUND")
    #expect(problem["request_id"]?.string == answer.header("Countersign-Request-Id"))
    #expect(desk.bus.submitted.isEmpty)
  }

  @Test(arguments: [HTTPMethod.get, .head, .put, .options, .other])
  func `another method is 405 with those that are allowed`(method: HTTPMethod) {
    let answer = desk.send(method, "/v1/activate")
    #expect(answer?.status == 405)
    #expect(answer?.header("Allow") == "POST")
    #expect(
      desk.send(.options, "/admin/v1/licenses/a")?.header("Allow") == "GET, HEAD, PATCH, DELETE")
  }

  @Test func `every answer has an id of its own`() {
    let ids = (0..<200).compactMap { _ in
      desk.send(.get, "/healthz")?.header("Countersign-Request-Id")
    }
    #expect(Set(ids).count == 200)
    #expect(ids.allSatisfy { $0.hasPrefix("req_") && $0.utf8.count == 30 })
  }

  @Test func `what the server refuses becomes a problem that names the rule`() throws {
    let malformed = desk.edge.refuse(nil, for: .malformed("two content lengths"))
    #expect(malformed.status == 400)
    #expect(malformed.text.contains("The request has two content lengths."))
    #expect(malformed.header("Countersign-Request-Id") != nil)
    #expect(desk.edge.refuse(nil, for: .bodyTooLarge).status == 413)
    #expect(desk.edge.refuse(nil, for: .headTooLarge).status == 431)
  }

  @Test func `the log tells the route and nothing that a client could have kept secret`() {
    let secrets = ["tokenSecret", "codeSecret", "querySecret", "bodySecret", "deviceSecret"]
    _ = desk.send(
      .delete, "/admin/v1/licenses/codeSecret/devices/deviceSecret?q=querySecret",
      fields: [("authorization", "Bearer tokenSecret")], body: "bodySecret")
    desk.bus.reply(BusReply(status: 200, body: Array("bodySecret".utf8)))
    _ = desk.turn()
    _ = desk.send(.get, "/codeSecret?q=querySecret")
    desk.edge.flushLog()
    #expect(desk.sink.text.contains("\"route\":\"/admin/v1/licenses/{id}/devices/{device}\""))
    #expect(desk.sink.text.contains("\"status\":404"))
    for secret in secrets { #expect(!desk.sink.text.contains(secret)) }
  }

  @Test func `answers are counted by route and status, and timed`() {
    _ = desk.send(.post, "/v1/verify")
    desk.time.advance(milliseconds: 3)
    desk.bus.reply(BusReply(status: 200))
    _ = desk.turn()
    _ = desk.send(.get, "/nothing")
    let page = desk.metrics.render()
    #expect(
      page.contains("countersign_http_requests_total{route=\"/v1/verify\",status=\"200\"} 1"))
    #expect(page.contains("countersign_http_requests_total{route=\"\",status=\"404\"} 1"))
    #expect(
      page.contains(
        "countersign_http_request_duration_seconds_sum{route=\"/v1/verify\"} 0.003"))
  }
}
