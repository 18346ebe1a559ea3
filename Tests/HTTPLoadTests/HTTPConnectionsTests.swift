import Testing

@testable import HTTPLoad

@Suite struct HTTPConnectionsTests {
  private static let second: Int64 = 1_000_000_000
  private let server = ScriptedServer()
  private let receiver = RecordingReceiver()

  private func connections(_ count: Int = 1, timeout: Int64 = 10 * second) throws
    -> HTTPConnections
  {
    let made = try HTTPConnections(
      to: ServerAddress(url: server.url), count: count, timeout: timeout)
    #expect(made.work(server, receiver) { receiver.ready.count == count })
    return made
  }

  private func ask(_ connections: HTTPConnections, _ slot: Int = 0) {
    connections.send(
      slot, Array("GET / HTTP/1.1\r\nA: ".utf8), Array("b".utf8), Array("\r\n\r\n".utf8), [])
  }

  private func answer(_ body: String, more: String = "") -> String {
    "HTTP/1.1 200 OK\r\n\(more)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test func `a request is put together and its answer is shown`() throws {
    let connections = try connections()
    ask(connections)
    #expect(server.received(0) == "GET / HTTP/1.1\r\nA: b\r\n\r\n")
    server.say(answer("hello"), to: 0)
    #expect(connections.work(server, receiver) { receiver.answers.count == 1 })
    #expect(receiver.answers[0] == (200, "hello"))
    #expect(connections.reconnects == 0)
  }

  @Test func `an answer in pieces is put together`() throws {
    let connections = try connections()
    ask(connections)
    for byte in answer("in pieces") {
      server.say(String(byte), to: 0)
      connections.wait(until: MonotonicClock.now() + Self.second / 100, for: receiver)
    }
    #expect(connections.work(server, receiver) { receiver.answers.count == 1 })
    #expect(receiver.answers[0].body == "in pieces")
    ask(connections)
    server.say(answer("and whole"), to: 0)
    #expect(connections.work(server, receiver) { receiver.answers.count == 2 })
    #expect(receiver.answers[1].body == "and whole")
  }

  @Test func `whoever is shown an answer may send the next request at once`() throws {
    let connections = try connections()
    receiver.onAnswer = { [self] in if receiver.answers.count < 3 { ask(connections, $0) } }
    ask(connections)
    for number in 1...3 {
      server.say(answer("\(number)"), to: 0)
      #expect(connections.work(server, receiver) { receiver.answers.count == number })
    }
    receiver.onAnswer = nil
    #expect(receiver.answers.map(\.body) == ["1", "2", "3"])
  }

  @Test func `a connection that is lost with a request fails it and is made anew`() throws {
    let connections = try connections()
    ask(connections)
    server.hangUp(0)
    #expect(connections.work(server, receiver) { receiver.ready.count == 2 })
    #expect(receiver.faults == [.closed])
    #expect(connections.reconnects == 1)
    ask(connections)
    server.say(answer("again"), to: 1)
    #expect(connections.work(server, receiver) { receiver.answers.count == 1 })
  }

  @Test func `a request goes out after the connection that its server closed is made anew`() throws
  {
    let connections = try connections()
    receiver.onAnswer = { [self] in if receiver.answers.count == 1 { ask(connections, $0) } }
    ask(connections)
    server.say(answer("last", more: "Connection: close\r\n"), to: 0)
    #expect(connections.work(server, receiver) { server.clients.count == 2 })
    server.say(answer("first"), to: 1)
    #expect(connections.work(server, receiver) { receiver.answers.count == 2 })
    receiver.onAnswer = nil
    #expect(receiver.faults.isEmpty)
  }

  @Test func `no answer in time is a failure`() throws {
    let connections = try connections(timeout: Self.second / 5)
    ask(connections)
    #expect(connections.work(server, receiver) { !receiver.faults.isEmpty })
    #expect(receiver.faults == [.timedOut])
  }

  @Test func `bytes that nobody asked for end the connection`() throws {
    let connections = try connections()
    ask(connections)
    server.say(answer("one") + answer("two"), to: 0)
    #expect(connections.work(server, receiver) { !receiver.faults.isEmpty })
    #expect(receiver.faults == [.malformed(.bytesBehind)])
    #expect(receiver.answers.isEmpty)
  }

  @Test func `a server that refuses connections is tried again`() throws {
    let address = try ServerAddress(url: "http://127.0.0.1:1")
    let connections = try HTTPConnections(to: address, count: 1, timeout: Self.second)
    #expect(connections.work(server, receiver) { receiver.faults.count == 2 })
    guard case .connectFailed = receiver.faults[1] else {
      Issue.record("\(receiver.faults)")
      return
    }
  }

  @Test(arguments: [
    "https://127.0.0.1", "127.0.0.1:80", "http://", "http://127.0.0.1:0", "http://a b",
    "http://127.0.0.1:80/path", "http://[::1", "http://127.0.0.1:99999",
  ])
  func `what is no address is refused`(_ url: String) {
    #expect(throws: HTTPLoadFault.badURL(url)) { try ServerAddress(url: url) }
  }
}
