import Foundation
import HTTPServer
import TestSockets
import Testing

/// What holds over plain TCP holds under TLS.
@Suite struct TLSTests {
  private let fixture: TLSFixture
  private let harness: Harness

  init() throws {
    fixture = try TLSFixture()
    try fixture.make("first")
    harness = try Harness(tls: try Self.identity(fixture, "first"))
  }

  private static func identity(_ fixture: TLSFixture, _ name: String) throws -> TLSIdentity {
    try TLSIdentity(
      certificatePEM: try bytes(fixture.certificate(name)), keyPEM: try bytes(fixture.key(name)))
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func client(_ name: String = "first", _ options: [String] = []) throws -> Program {
    try fixture.client(port: harness.server.port, trusting: name, options)
  }

  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  /// Turns the server until the client has said that.
  private func hears(_ client: Program, _ words: String, count: Int = 1) {
    harness.turn(until: {
      client.receive()
      return client.text.components(separatedBy: words).count > count
    })
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `requests are answered over TLS 1.2 and 1.3`(version: String) throws {
    let client = try client("first", [version])
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
    hears(client, "hello")
    #expect(client.text.contains("HTTP/1.1 200"))
    #expect(harness.handler.requests.map(\.body) == [Array("hello".utf8)])
  }

  @Test func `a body of many records is read whole`() throws {
    harness.handler.plan = { _ in .read(limitBytes: 1 << 20, tag: 0) }
    harness.handler.answer = { HTTPResponse(status: 200, body: Array("\($0.body.count)".utf8)) }
    let client = try client()
    let body = String(repeating: "x", count: 60_000)
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n" + body)
    hears(client, "60000")
  }

  @Test(arguments: [
    "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
  ])
  func `a head that can be read in two ways is refused`(head: String) throws {
    let client = try client()
    client.send(head)
    hears(client, "HTTP/1.1 400")
    #expect(harness.handler.requests.isEmpty)
  }

  @Test func `a client that begins no handshake is cut after ten seconds`() throws {
    let client = harness.connect()
    harness.settle()
    harness.advance(milliseconds: 9_999)
    #expect(!client.isEnded)
    harness.advance(milliseconds: 1_001)
    harness.turn(until: { client.isEnded })
    harness.turn(until: { harness.server.connectionCount == 0 })
  }

  @Test func `a client that does not end its handshake is cut after ten seconds`() throws {
    let client = harness.connect()
    harness.settle()
    // The head of a record of 512 bytes, and a ClientHello's first bytes.
    client.send([0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3])
    for _ in 0..<9 {
      harness.advance(milliseconds: 1_000)
      client.send([7])
    }
    harness.settle()
    #expect(!client.isEnded)
    harness.advance(milliseconds: 1_000)
    harness.turn(until: { client.isEnded })
    harness.turn(until: { harness.server.connectionCount == 0 })
  }

  /// TLS 1.3 knows none; in 1.2 it costs the server far more than the client (CVE-2011-1473).
  @Test func `a client that wants the handshake once more is cut`() throws {
    let client = try Program(
      "/usr/bin/openssl",
      ["s_client", "-connect", "127.0.0.1:\(harness.server.port)", "-tls1_2"])
    client.send(Self.get)
    hears(client, "HTTP/1.1 200")
    // A line of one R asks for it.
    client.send("R\n")
    hears(client, "RENEGOTIATING")
    harness.turn(until: { harness.server.connectionCount == 0 })
    #expect(harness.handler.requests.count == 1)
  }

  @Test func `plain HTTP gets no answer in plain text`() throws {
    let client = harness.connect()
    client.send(Self.get)
    harness.turn(until: { client.isEnded })
    #expect(!String(decoding: client.received, as: UTF8.self).contains("HTTP"))
    #expect(harness.handler.requests.isEmpty)
  }

  @Test func `who closes while its request waits is noticed, although an alert lies unread`() throws
  {
    harness.handler.answer = { _ in nil }
    let client = try client()
    client.send(Self.get)
    let handler = harness.handler
    harness.turn(until: { handler.exchanges.count == 1 })
    // Says goodbye in TLS before it closes.
    client.finishInput()
    harness.turn(until: {
      harness.time.advance(milliseconds: 1_000)
      return handler.abandoned.count == 1
    })
    #expect(!harness.server.answer(handler.exchanges[0], HTTPResponse(status: 200)))
  }

  @Test func `a request that waits is answered, and its connection kept`() throws {
    harness.handler.answer = { _ in nil }
    let client = try client()
    client.send(Self.get)
    let handler = harness.handler
    harness.turn(until: { handler.exchanges.count == 1 })
    harness.advance(milliseconds: 3_000)
    #expect(harness.server.answer(handler.exchanges[0], HTTPResponse(status: 201)))
    hears(client, "HTTP/1.1 201")
    client.send(Self.get)
    harness.turn(until: { handler.exchanges.count == 2 })
    #expect(harness.server.answer(handler.exchanges[1], HTTPResponse(status: 202)))
    hears(client, "HTTP/1.1 202")
  }

  @Test
  func `a new certificate meets new clients; who is there gets one more answer and must go`()
    throws
  {
    try fixture.make("second")
    let before = try client("first")
    before.send(Self.get)
    hears(before, "HTTP/1.1 200")
    #expect(!before.text.contains("Connection: close"))
    try harness.server.renew(try Self.identity(fixture, "second"))
    let after = try client("second")
    after.send(Self.get)
    hears(after, "HTTP/1.1 200")
    before.send(Self.get)
    hears(before, "HTTP/1.1 200", count: 2)
    #expect(harness.server.formerDescriptors.count == 1)
    #expect(before.text.contains("Connection: close"))
    // Long before the clock of an idle connection.
    harness.turn(until: { harness.server.connectionCount == 1 })
    harness.advance(milliseconds: 1_000)
    #expect(harness.server.formerDescriptors.isEmpty)
    after.send(Self.get)
    hears(after, "HTTP/1.1 200", count: 2)
    #expect(!after.text.contains("Connection: close"))
    let late = try client("first")
    #expect(end(late).contains("verify error"))
  }

  /// Turns the server until the client has ended.
  private func end(_ client: Program) -> String {
    harness.turn(until: { client.hasEnded })
    return client.text
  }

  @Test func `a server that was renewed many times stops with requests waiting`() throws {
    harness.handler.answer = { _ in nil }
    let handler = harness.handler
    for round in 1...3 {
      let client = try client()
      client.send(Self.get)
      harness.turn(until: { handler.exchanges.count == round })
      try harness.server.renew(try Self.identity(fixture, "first"))
    }
    #expect(harness.server.formerDescriptors.count == 3)
    harness.server.stop()
    #expect(handler.abandoned.count == 3 && harness.server.connectionCount == 0)
  }

  @Test func `a key that is another's is refused, and so is what is none`() throws {
    try fixture.make("second")
    let chain = try Self.bytes(fixture.certificate("first"))
    let key = try Self.bytes(fixture.key("first"))
    let refused = HTTPServerError.Code.badTLSIdentity
    for (chain, key) in [
      (chain, try Self.bytes(fixture.key("second"))), (chain, Array("junk".utf8)),
      (Array("junk".utf8), key), (chain + [0], key), ([], []),
    ] {
      let error = #expect(throws: HTTPServerError.self) {
        _ = try TLSIdentity(certificatePEM: chain, keyPEM: key)
      }
      #expect(error?.code == refused)
    }
    let identity = try TLSIdentity(certificatePEM: chain, keyPEM: key)
    #expect("\(identity)" == "<TLS identity>")
  }
}
