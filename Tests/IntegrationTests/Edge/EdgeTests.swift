import TestClient
import TestCluster
import Testing

/// Raw bytes at the edge: keep-alive, pipelining, and requests that hide another (EDG-02).
@Suite struct EdgeTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  @Test func `a connection serves many requests`() throws {
    let connection = try cluster.http.connect()
    for _ in 0..<50 {
      #expect(try connection.perform(HTTPRequest("GET", "/healthz")).status == 200)
    }
  }

  @Test func `an error does not end the connection`() throws {
    let connection = try cluster.http.connect()
    for target in ["/nothing", "/v1/config", "/healthz", "/v1/verify"] {
      _ = try connection.perform(HTTPRequest("GET", target))
    }
    #expect(try connection.perform(HTTPRequest("GET", "/healthz")).status == 200)
  }

  @Test func `pipelined requests are answered in order`() throws {
    let scene = try Scene(in: cluster)
    let connection = try cluster.http.connect()
    let token = RequestSigner(token: scene.token)
    let verify = token.signed(HTTPRequest("POST", "/v1/verify", body: []))
    let other = HTTPRequest("GET", "/nothing")
    try connection.send(
      verify.bytes(host: "x") + other.bytes(host: "x")
        + HTTPRequest("GET", "/healthz").bytes(host: "x"))
    #expect(try connection.readAnswer().json["code"] == "VALID")
    #expect(try connection.readAnswer().status == 404)
    #expect(try connection.readAnswer().status == 200)
  }

  @Test func `close is honoured`() throws {
    let connection = try cluster.http.connect()
    let answer = try connection.perform(
      HTTPRequest("GET", "/healthz", headers: ["Connection": "close"]))
    #expect(answer.status == 200)
    #expect(connection.isClosedByServer(within: 5))
  }

  @Test func `a request that comes byte by byte is read`() throws {
    let connection = try cluster.http.connect()
    for byte in HTTPRequest("GET", "/healthz").bytes(host: "x") { try connection.send([byte]) }
    #expect(try connection.readAnswer().status == 200)
  }

  static let hidden = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

  static let ambiguous: [(String, String)] = [
    ("two lengths", "Content-Length: 4\r\nContent-Length: 40"),
    ("two equal lengths", "Content-Length: 4\r\nContent-Length: 4"),
    ("a list of lengths", "Content-Length: 4, 4"),
    ("a signed length", "Content-Length: +4"), ("a negative length", "Content-Length: -4"),
    ("a hexadecimal length", "Content-Length: 0x4"),
    ("a length with an underscore", "Content-Length: 4_0"),
    ("an empty length", "Content-Length: "),
    ("a length beyond 64 bits", "Content-Length: 18446744073709551620"),
    ("length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked"),
    ("chunks and length", "Transfer-Encoding: chunked\r\nContent-Length: 4"),
    ("another coding", "Transfer-Encoding: gzip"),
    ("two codings", "Transfer-Encoding: gzip, chunked"),
    ("chunked twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
    ("a space before the colon", "Content-Length : 4"),
    ("a space in a name", "Content Length: 4"),
    ("a tab in a name", "X\tY: 4"),
    ("a control in a value", "X-Odd: a\u{1}b\r\nContent-Length: 4"),
    ("a bare carriage return", "X-Odd: a\rb\r\nContent-Length: 4"),
  ]

  @Test(arguments: ambiguous)
  func `an ambiguous request is refused and nothing behind it is served`(
    what: String, lines: String
  ) throws {
    let connection = try cluster.http.connect()
    try connection.send(
      raw: "POST /v1/verify HTTP/1.1\r\nHost: x\r\n\(lines)\r\n\r\n0\r\n\r\n" + Self.hidden)
    let status = try connection.readAnswer().status
    #expect(status == 400 || (status == 413 && what.contains("beyond")), "\(status)")
    #expect(throws: (any Error).self) { try connection.readAnswer(within: 5) }
    #expect(connection.isClosedByServer(within: 1))
  }

  static let bare: [(String, String, [Int])] = [
    ("no HTTP", "hello\r\n\r\n", [400]),
    ("a TLS greeting", "\u{16}\u{3}\u{1}\r\n\r\n", [400]),
    ("another version", "GET /healthz HTTP/3.0\r\nHost: x\r\n\r\n", [400, 505]),
    ("no Host", "GET /healthz HTTP/1.1\r\n\r\n", [400]),
    ("a long target", "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\n\r\n", [414]),
    (
      "a long header",
      "GET /healthz HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n",
      [431]
    ),
  ]

  @Test(arguments: bare)
  func `bytes that are no HTTP get a bare answer and a close`(
    what: String, bytes: String, statuses: [Int]
  ) throws {
    let connection = try cluster.http.connect()
    try? connection.send(raw: bytes)
    // Where not even a version can be made out there may be nothing but the close.
    let status = (try? connection.readAnswer())?.status
    #expect(status.map(statuses.contains) ?? !bytes.contains("HTTP/"), "\(status ?? 0)")
    #expect(connection.isClosedByServer(within: 5))
  }

  @Test func `headers of 4 KiB are taken`() throws {
    let long = String(repeating: "a", count: 3800)
    #expect(try cluster.http.get("/healthz", headers: ["X-Long": long]).status == 200)
  }

  @Test func `a client that leaves while it waits harms nobody`() throws {
    let scene = try Scene(in: cluster)
    let token = RequestSigner(token: scene.token)
    _ = try Parallel.map(20) { _ in
      let connection = try cluster.http.connect()
      let request = token.signed(HTTPRequest("POST", "/v1/verify", body: []))
      try connection.send(request.bytes(host: "x"))
    }
    #expect(try scene.verify().json["code"] == "VALID")
  }
}
