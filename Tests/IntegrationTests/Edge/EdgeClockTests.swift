import TestClient
import TestCluster
import Testing

/// The clocks of a running gateway: who is slow is cut, however often he sends a byte, and holds up
/// nobody. That they stand at 10, 30 and 60 seconds is said where time is moved by hand.
@Suite struct EdgeClockTests {
  static let post = "POST /v1/verify HTTP/1.1\r\nHost: x\r\n"

  static let unknown = "POST /nothing HTTP/1.1\r\nHost: x\r\n"

  static let dribbles: [(what: String, opening: String, piece: String)] = [
    ("a head", "GET /healthz HTTP/1.1\r\nHost: x\r\nX: ", "a"),
    ("a request line", "GET /", "a"),
    ("header lines", "GET /healthz HTTP/1.1\r\n", "A: b\r\n"),
    ("empty lines before a request", "", "\r\n"),
    ("a body", "\(post)Content-Length: 60000\r\n\r\n", "a"),
    ("a body that nobody wants", "\(unknown)Content-Length: 60000\r\n\r\n", "a"),
    ("a chunk", "\(post)Transfer-Encoding: chunked\r\n\r\nea60\r\n", "a"),
    ("many chunks", "\(post)Transfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
    ("a chunk's size", "\(post)Transfer-Encoding: chunked\r\n\r\n", "0"),
    ("a chunk's extension", "\(post)Transfer-Encoding: chunked\r\n\r\n5;", "a"),
    ("a trailer", "\(post)Transfer-Encoding: chunked\r\n\r\n0\r\nX: ", "a"),
    ("nothing", "", ""),
    ("nothing after leave to send", "\(post)Content-Length: 9\r\nExpect: 100-continue\r\n\r\n", ""),
  ]

  @Test func `a client that dribbles is cut while others are served`() throws {
    let gateway = try LoneGateway([
      "COUNTERSIGN_HEAD_TIMEOUT_MS": "1000", "COUNTERSIGN_BODY_TIMEOUT_MS": "1000",
    ])
    let outcomes: [Bool] = try Parallel.map(Self.dribbles.count) { index in
      let dribble = Self.dribbles[index]
      let connection = try gateway.http.connect()
      try connection.send(raw: dribble.opening)
      return try Patience.wait(upTo: 20) {
        try? connection.send(raw: dribble.piece)
        let other = try gateway.http.get("/healthz")
        #expect(other.status == 200)
        return connection.isClosedByServer(within: 0)
      }
    }
    for (dribble, isCut) in zip(Self.dribbles, outcomes) { #expect(isCut, "\(dribble.what)") }
  }

  @Test func `a connection that rests too long is closed, one that does not is kept`() throws {
    let gateway = try LoneGateway(["COUNTERSIGN_IDLE_TIMEOUT_MS": "1000"])
    let resting = try gateway.http.connect()
    let busy = try gateway.http.connect()
    #expect(try resting.perform(HTTPRequest("GET", "/healthz")).status == 200)
    let isClosed = try Patience.wait(upTo: 20) {
      let answer = try busy.perform(HTTPRequest("GET", "/healthz"))
      #expect(answer.status == 200)
      return resting.isClosedByServer(within: 0)
    }
    #expect(isClosed)
  }

  @Test func `a client that reads nothing holds up nobody and loses nothing`() throws {
    let gateway = try LoneGateway()
    let request = HTTPRequest("GET", "/openapi.yaml").bytes(host: "x")
    let whole = try gateway.http.get("/openapi.yaml").body
    #expect(whole.count > 20_000)
    let count = 200
    let slow = try gateway.http.connect()
    try slow.send(Array((0..<count).map { _ in request }.joined()))
    for _ in 0..<50 { #expect(try gateway.http.get("/healthz").status == 200) }
    for _ in 0..<count { #expect(try slow.readAnswer().body == whole) }
  }

  @Test func `an ordered stop ends resting and half-sent connections`() throws {
    let gateway = try LoneGateway()
    let resting = try gateway.http.connect()
    #expect(try resting.perform(HTTPRequest("GET", "/healthz")).status == 200)
    let halfway = try gateway.http.connect()
    try halfway.send(raw: "GET /healthz HTT")
    let fresh = try gateway.http.connect()
    #expect(
      try Patience.wait(upTo: 10) {
        try gateway.metrics().sum("countersign_http_connections") >= 3
      })
    #expect(gateway.terminate() == 0)
    for connection in [resting, halfway, fresh] { #expect(connection.isClosedByServer(within: 5)) }
  }
}
