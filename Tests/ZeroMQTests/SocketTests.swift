import TestFiles
import Glibc
import Testing

@testable import ZeroMQ

@Suite struct `Sockets of ZeroMQ` {
  let directory = TemporaryFolder()

  @Test func `a router and a dealer exchange messages of several frames`() throws {
    let context = try ZMQContext()
    let router = try Socket.open(.router, in: context)
    try router.bind(directory.endpoint("a"))
    let dealer = try Socket.open(.dealer, in: context)
    try dealer.connect(directory.endpoint("a"))
    try #require(try sendWhenConnected(dealer, [[1, 2], [], [3]]))

    var message = ReceivedMessage()
    try #require(try next(router, &message))
    #expect(message.frameCount == 4)
    let peer = message.bytes(of: 0)
    #expect(peer.count == 5 && peer[0] == 0)
    #expect(message.bytes(of: 1) == [1, 2])
    #expect(message.byteCount(of: 2) == 0)
    #expect(message.withFrame(3) { $0.byteCount } == 1)

    #expect(try router.send(peer.span.bytes, hasMore: true) == .sent)
    #expect(try router.send(bytes([9]).span.bytes) == .sent)
    try #require(try next(dealer, &message))
    #expect(message.frameCount == 1 && message.bytes(of: 0) == [9])
  }

  @Test func `frames beyond the limit are dropped and told of`() throws {
    let context = try ZMQContext()
    let router = try Socket.open(.router, in: context)
    try router.bind(directory.endpoint("b"))
    let dealer = try Socket.open(.dealer, in: context)
    try dealer.connect(directory.endpoint("b"))
    try #require(try sendWhenConnected(dealer, [[1], [2], [3], [4], [5]]))
    try #require(try sendWhenConnected(dealer, [[7]]))
    var message = ReceivedMessage()
    try #require(try next(router, &message))
    #expect(message.hasTooManyFrames && message.frameCount == 4)
    try #require(try next(router, &message))
    #expect(!message.hasTooManyFrames && message.frameCount == 2)
    #expect(message.bytes(of: 1) == [7])
  }

  // ZMQ-01
  @Test func `a message for a peer that is not there is an error that the sender sees`() throws {
    let context = try ZMQContext()
    let router = try Socket.open(.router, in: context)
    try router.bind(directory.endpoint("c"))
    #expect(try router.send(bytes([0, 1, 2, 3, 4]).span.bytes, hasMore: true) == .unreachable)
  }

  // ZMQ-01
  @Test func `of ten thousand messages for a slow peer each is taken or refused`() throws {
    let context = try ZMQContext()
    var options = SocketOptions()
    options.sendLimit = 1000
    options.receiveLimit = 1000
    let router = try Socket.open(.router, in: context, options: options)
    try router.bind(directory.endpoint("d"))
    let dealer = try Socket.open(.dealer, in: context, options: options)
    try dealer.connect(directory.endpoint("d"))
    try #require(try sendWhenConnected(dealer, [[1]]))
    var message = ReceivedMessage()
    try #require(try next(router, &message))
    let peer = message.bytes(of: 0)

    let body = [UInt8](repeating: 7, count: 4096)
    var sent = 0
    var refused = 0
    for _ in 0..<10_000 {
      guard try router.send(peer.span.bytes, hasMore: true) == .sent else {
        refused += 1
        continue
      }
      #expect(try router.send(body.span.bytes) == .sent)
      sent += 1
    }
    #expect(refused > 0)
    var received = 0
    while received < sent, try next(dealer, &message) { received += 1 }
    #expect(received == sent && sent + refused == 10_000)
    #expect(try !dealer.receive(into: &message))
  }

  @Test func `a dealer without a connection is full and keeps nothing`() throws {
    let context = try ZMQContext()
    let dealer = try Socket.open(.dealer, in: context)
    try dealer.connect(directory.endpoint("nobody"))
    #expect(try dealer.send(bytes([1]).span.bytes) == .full)
  }

  // ZMQ-03
  @Test func `a second message is there though the descriptor told of the first only`() throws {
    let context = try ZMQContext()
    let router = try Socket.open(.router, in: context)
    try router.bind(directory.endpoint("e"))
    let dealer = try Socket.open(.dealer, in: context)
    try dealer.connect(directory.endpoint("e"))
    try #require(try sendWhenConnected(dealer, [[1]]))
    try #require(try sendWhenConnected(dealer, [[2]]))
    var message = ReceivedMessage()
    try #require(try next(router, &message))
    let peer = message.bytes(of: 0)
    // A send between two reads takes the edge away.
    #expect(try router.send(peer.span.bytes, hasMore: true) == .sent)
    #expect(try router.send(bytes([5]).span.bytes) == .sent)
    try #require(try next(router, &message))
    #expect(message.bytes(of: 1) == [2])
    try #require(try next(dealer, &message))
  }

  @Test func `a frame beyond the limit never arrives`() throws {
    let context = try ZMQContext()
    var options = SocketOptions()
    options.maximumFrameBytes = 1000
    let router = try Socket.open(.router, in: context, options: options)
    try router.bind(directory.endpoint("f"))
    let dealer = try Socket.open(.dealer, in: context)
    try dealer.connect(directory.endpoint("f"))
    try #require(try sendWhenConnected(dealer, [[UInt8](repeating: 1, count: 1001)]))
    // The router ends that connection; what comes over the next one is taken.
    let other = try Socket.open(.dealer, in: context)
    try other.connect(directory.endpoint("f"))
    try #require(try sendWhenConnected(other, [[2]]))
    var message = ReceivedMessage()
    try #require(try next(router, &message))
    #expect(message.bytes(of: 1) == [2])
  }

  @Test func `a subscriber hears the topics that it asked for`() throws {
    let context = try ZMQContext()
    var options = SocketOptions()
    options.isImmediate = false
    let publisher = try Socket.open(.publisher, in: context, options: options)
    try publisher.bind(directory.endpoint("g"))
    let subscriber = try Socket.open(.subscriber, in: context, options: options)
    try subscriber.subscribe(prefix: "apps")
    try subscriber.connect(directory.endpoint("g"))
    var message = ReceivedMessage()
    for _ in 0..<500 {
      _ = try publisher.send(Array("other".utf8).span.bytes)
      _ = try publisher.send(Array("apps.changed".utf8).span.bytes)
      var entry = pollfd(fd: try subscriber.fileDescriptor(), events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, 10)
      if try subscriber.receive(into: &message) { break }
    }
    #expect(message.frameCount == 1)
    #expect(message.bytes(of: 0) == Array("apps.changed".utf8))
  }

  @Test func `a port that the system chose can be read back`() throws {
    let context = try ZMQContext()
    let router = try Socket.open(.router, in: context)
    try router.bind("tcp://127.0.0.1:*")
    let endpoint = try router.lastEndpoint()
    #expect(endpoint.hasPrefix("tcp://127.0.0.1:") && !endpoint.hasSuffix("*"))
  }

  @Test(arguments: [
    ("nonsense", ZeroMQError.Code.badEndpoint),
    ("ipc:///tmp/\(String(repeating: "x", count: 120))", .badEndpoint),
    ("ipc:///nowhere/at/all", .addressUnavailable),
  ])
  func `an endpoint that cannot be bound says why`(
    endpoint: String, code: ZeroMQError.Code
  ) throws {
    let context = try ZMQContext()
    let router = try Socket.open(.router, in: context)
    do {
      try router.bind(endpoint)
      Issue.record("It was bound.")
    } catch {
      #expect(error.code == code)
      #expect(!error.description.contains(endpoint))
    }
  }
}
