import HTTPServer
import Instants
import TestSockets
import Testing

@Suite struct ConnectionTests {
  static let get = "GET /a?x=%2526&y=1%25 HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test func `the target arrives exactly as it was sent`() throws {
    let harness = try Harness()
    _ = harness.exchange("GET /%61%2Fb/..?v=M%2526M&v=1%25%20milk HTTP/1.1\r\nHost: a\r\n\r\n")
    let target = harness.handler.requests.first.map { String(decoding: $0.target, as: UTF8.self) }
    #expect(target == "/%61%2Fb/..?v=M%2526M&v=1%25%20milk")
  }

  @Test func `a connection serves one request after another`() throws {
    let harness = try Harness()
    let client = harness.exchange(Self.get)
    client.send(Self.get)
    harness.turn(until: { client.responses().count == 2 })
    #expect(client.responses().map(\.status) == [200, 200])
    #expect(!client.isEnded)
    #expect(harness.server.connectionCount == 1)
  }

  @Test func `pipelined requests are answered in order`() throws {
    let harness = try Harness()
    let requests = (0..<40).map {
      "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n\($0 < 10 ? "0" : "")\($0)"
    }
    let client = harness.exchange(requests.joined(), answers: 40)
    #expect(client.responses().map(\.body) == (0..<40).map { $0 < 10 ? "0\($0)" : "\($0)" })
  }

  @Test func `pipelined requests wait for a suspended one`() throws {
    let harness = try Harness()
    harness.handler.answer = { _ in nil }
    let client = harness.connect()
    client.send(Self.get + Self.get)
    harness.turn(until: { harness.handler.exchanges.count == 1 })
    harness.settle()
    #expect(harness.handler.exchanges.count == 1)
    harness.server.answer(harness.handler.exchanges[0], HTTPResponse(status: 201))
    harness.turn(until: { harness.handler.exchanges.count == 2 })
    harness.server.answer(harness.handler.exchanges[1], HTTPResponse(status: 202))
    harness.turn(until: { client.responses().count == 2 })
    #expect(client.responses().map(\.status) == [201, 202])
  }

  @Test func `a client that asks for it gets its connection closed`() throws {
    let harness = try Harness()
    let client = harness.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    harness.turn(until: { client.isEnded })
    #expect(client.responses().first?.headers["connection"] == "close")
  }

  @Test func `HTTP 1 0 is served and closed`() throws {
    let harness = try Harness()
    let client = harness.exchange("GET / HTTP/1.0\r\n\r\n")
    harness.turn(until: { client.isEnded })
    #expect(client.responses().map(\.status) == [200])
  }

  @Test func `HEAD is answered with the length and without the body`() throws {
    let harness = try Harness()
    harness.handler.answer = { _ in HTTPResponse(status: 200, body: Array("hello".utf8)) }
    let client = harness.connect()
    client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
    harness.turn(until: { !client.responses(headOnly: true).isEmpty })
    harness.settle()
    let response = client.responses(headOnly: true)[0]
    #expect(response.headers["content-length"] == "5")
    #expect(client.received.suffix(4) == [13, 10, 13, 10])
    #expect(harness.handler.requests[0].method == .head)
  }

  @Test func `kept fields arrive in lower case, each occurrence, without blanks around`() throws {
    let harness = try Harness(keptFields: ["authorization", "if-match"])
    _ = harness.exchange(
      "GET / HTTP/1.1\r\nHost: a\r\nAUTHORIZATION:  one \t\r\nX-Other: x\r\n"
        + "authorization:two\r\nIf-Match: \"\u{E9}\"\r\n\r\n")
    let request = try #require(harness.handler.requests.first)
    #expect(request.values(of: "authorization") == [Array("one".utf8), Array("two".utf8)])
    #expect(request.fields.count == 3)
    #expect(request.peer == IPAddress(text: "127.0.0.1"))
  }

  @Test func `answers carry a date and the headers given`() throws {
    let harness = try Harness()
    let response = try #require(harness.exchange(Self.get).responses().first)
    #expect(response.headers["x-test"] == "1")
    #expect(response.headers["date"]?.hasSuffix("GMT") == true)
  }

  @Test func `a header value that would break its line is never sent`() throws {
    let harness = try Harness()
    harness.handler.answer = { _ in
      HTTPResponse(status: 200, headers: [.init("X-Evil", "a\r\nSet-Cookie: b")])
    }
    let client = harness.exchange(Self.get)
    harness.turn(until: { client.isEnded })
    #expect(client.received.isEmpty)
  }

  @Test func `above its limit a server lets connections wait until one goes`() throws {
    var limits = HTTPLimits()
    limits.connections = 2
    let harness = try Harness(limits: limits)
    let first = harness.exchange(Self.get)
    _ = harness.exchange(Self.get)
    let third = harness.connect()
    third.send(Self.get)
    harness.settle()
    #expect(harness.server.connectionCount == 2)
    #expect(third.received.isEmpty)
    first.close()
    harness.turn(until: { third.responses().count == 1 })
  }

  @Test func `room for a connection that waits is work at once, since no descriptor tells of it`()
    throws
  {
    var limits = HTTPLimits()
    limits.connections = 1
    let harness = try Harness(limits: limits)
    let first = harness.exchange(Self.get)
    let second = harness.connect()
    harness.settle()
    #expect(!harness.server.hasWork)
    first.close()
    harness.turn(until: { harness.server.connectionCount == 0 })
    #expect(harness.server.hasWork)
    second.send(Self.get)
    harness.turn(until: { second.responses().count == 1 })
  }

  @Test func `a drained server answers what it has, ends the connections and takes no new ones`()
    throws
  {
    let harness = try Harness()
    harness.handler.answer = { _ in nil }
    let waiting = harness.connect()
    waiting.send(Self.get)
    let idle = harness.connect()
    harness.turn(until: { harness.handler.exchanges.count == 1 })
    harness.handler.answer = { _ in HTTPResponse(status: 200) }
    idle.send(Self.get)
    harness.turn(until: { idle.responses().count == 1 })
    harness.server.drain()
    harness.turn(until: { idle.isEnded })
    harness.server.answer(harness.handler.exchanges[0], HTTPResponse(status: 200))
    harness.turn(until: { waiting.isEnded })
    #expect(waiting.responses().first?.headers["connection"] == "close")
    harness.turn(until: { harness.server.connectionCount == 0 })
  }

  @Test func `two servers share a port when told to, and only then`() throws {
    let time = SystemTimeSource()
    let handler = RecordingHandler()
    let address = try #require(ListenAddress(text: "127.0.0.1:0"))
    var configuration = HTTPServerConfiguration(address: address, sharesPort: true)
    let first = try HTTPServer(configuration, time: time, handler: handler)
    configuration.address.port = first.port
    let second = try HTTPServer(configuration, time: time, handler: handler)
    #expect(second.port == first.port)
    configuration.sharesPort = false
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPServer(configuration, time: time, handler: handler)
    }
    let place = "127.0.0.1:\(first.port)"
    #expect(error?.description == "the address to listen on, \(place), is in use")
    first.stop()
    second.stop()
  }
}
