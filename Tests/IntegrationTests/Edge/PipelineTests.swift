import TestClient
import TestCluster
import Testing

/// Many requests on one connection, sent before the first is answered (RFC 9112 9.3.2).
@Suite struct PipelineTests {
  let cluster: Cluster
  let scene: Scene

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(in: cluster)
  }

  func verification(_ nonce: String = RequestSigner.freshNonce()) -> [UInt8] {
    RequestSigner(token: scene.token).signed(
      HTTPRequest("POST", "/v1/verify", body: []), nonce: nonce
    ).bytes(host: "x")
  }

  @Test func `answers of workers and of the gateway itself come in the order of the requests`()
    throws
  {
    let connection = try cluster.http.connect()
    let nonces = (0..<100).map { _ in RequestSigner.freshNonce() }
    let others = [
      HTTPRequest("GET", "/healthz"), HTTPRequest("GET", "/nothing"),
      HTTPRequest("PUT", "/healthz"),
    ]
    var bytes: [UInt8] = []
    for (index, nonce) in nonces.enumerated() {
      bytes += verification(nonce) + others[index % 3].bytes(host: "x")
    }
    try connection.send(bytes)
    let check = try scene.check()
    for (index, nonce) in nonces.enumerated() {
      let verdict = try connection.readAnswer()
      #expect(try check.online(verdict.json["credential"], nonce: nonce)["code"] == "VALID")
      #expect(try connection.readAnswer().status == [200, 404, 405][index % 3])
    }
  }

  static let post = "POST /v1/verify HTTP/1.1\r\nHost: x\r\n"
  static let get = "GET / HTTP/1.1\r\nHost: x\r\n"

  static let spoiled: [(String, String, Int?)] = [
    ("no HTTP", "BAD\r\n\r\n", nil), ("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
    ("two lengths", "\(post)Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    ("a head above 8 KiB", "\(get)X: \(String(repeating: "a", count: 9000))\r\n\r\n", 431),
    (
      "too many header lines",
      "\(get)\(String(repeating: "A: b\r\n", count: 5000))\r\n", 431
    ),
    ("a body above its limit", "\(post)Content-Length: 2000000\r\n\r\n", 413),
  ]

  @Test(arguments: spoiled)
  func `a bad second request does not harm the first one's answer`(
    what: String, bytes: String, status: Int?
  ) throws {
    let connection = try cluster.http.connect()
    try connection.send(verification() + Array(bytes.utf8))
    #expect(try connection.readAnswer().json["code"] == "VALID")
    #expect((try? connection.readAnswer())?.status == status)
    #expect(connection.isClosedByServer(within: 10))
  }

  @Test func `five thousand header lines are refused`() throws {
    let connection = try cluster.http.connect()
    try? connection.send(
      raw: "GET /healthz HTTP/1.1\r\nHost: x\r\n\(String(repeating: "A: b\r\n", count: 5000))\r\n")
    #expect(try connection.readAnswer().status == 431)
    #expect(connection.isClosedByServer(within: 10))
  }

  @Test func `a client that waits for leave to send its body gets it, and its answer`() throws {
    let connection = try cluster.http.connect()
    let body = Array(#"{"device":{"id":"\#(scene.device.id)"}}"#.utf8)
    var request = RequestSigner(token: scene.token).signed(
      HTTPRequest("POST", "/v1/verify", body: body))
    request.headers["Expect"] = "100-continue"
    try connection.send(request.bytes(host: "x").dropLast(body.count).map { $0 })
    let leave = try connection.socket.receive(within: Patience(seconds: 10))
    #expect(leave.starts(with: Array("HTTP/1.1 100".utf8)))
    try connection.send(body)
    #expect(try connection.readAnswer().json["code"] == "VALID")
  }

  @Test func `HTTP 1 point 0 is answered by workers, and closed`() throws {
    let connection = try cluster.http.connect()
    let text = String(decoding: verification(), as: UTF8.self)
    try connection.send(raw: text.replacing("HTTP/1.1", with: "HTTP/1.0"))
    #expect(try connection.readAnswer().json["code"] == "VALID")
    #expect(connection.isClosedByServer(within: 10))
  }

  @Test func `who stops sending before his answer has come harms nobody`() throws {
    for _ in 0..<20 {
      let connection = try cluster.http.connect()
      try connection.send(verification())
      connection.socket.endOutput()
      // libmicrohttpd takes the end for a farewell: there is an answer, or only the end.
      let answer = try? connection.readAnswer()
      #expect(answer == nil || answer?.json["code"] == "VALID")
      #expect(connection.isClosedByServer(within: 10))
    }
    #expect(try scene.verify().code == "VALID")
  }
}
