import TestFiles
import Testing

@testable import ZeroMQ

/// A dealer that has received all there was, and the router at its other end.
private struct SilenceScene: ~Copyable {
  let router: Socket
  let dealer: Socket
  private let peer: [UInt8]
  private var message = ReceivedMessage()

  static func make(_ endpoint: String) throws -> SilenceScene {
    let context = try ZMQContext()
    let router = try Socket.open(.router, in: context)
    try router.bind(endpoint)
    let dealer = try Socket.open(.dealer, in: context)
    try dealer.connect(endpoint)
    try #require(try sendWhenConnected(dealer, [[1]]))
    var message = ReceivedMessage()
    try #require(try next(router, &message))
    let peer = message.bytes(of: 0)
    try #require(try !dealer.receive(into: &message))
    return SilenceScene(router, dealer, peer: peer)
  }

  private init(_ router: consuming Socket, _ dealer: consuming Socket, peer: [UInt8]) {
    self.router = router
    self.dealer = dealer
    self.peer = peer
  }

  /// Sends to the dealer and waits until its descriptor tells of it.
  func sendToDealer(_ frame: [UInt8]) throws {
    try #require(try router.send(peer.span.bytes, hasMore: true) == .sent)
    try #require(try router.send(frame.span.bytes) == .sent)
    try #require(waitReadable(try dealer.fileDescriptor()))
  }

  /// Sends until the dealer has taken note of what arrived, which a send does now and then.
  func sendUntilSilent() throws {
    let descriptor = try dealer.fileDescriptor()
    let frame: [UInt8] = [2]
    for _ in 0..<1_000_000 where waitReadable(descriptor, milliseconds: 0) {
      _ = try dealer.send(frame.span.bytes)
    }
    try #require(!waitReadable(descriptor, milliseconds: 0))
  }

  mutating func receive() throws -> [UInt8]? {
    try dealer.receive(into: &message) ? message.bytes(of: 0) : nil
  }
}

@Suite struct `Messages of which a descriptor tells nothing` {
  private let directory = TemporaryFolder()

  @Test func `are not asked for after nothing was left: the descriptor will tell`() throws {
    let scene = try SilenceScene.make(directory.endpoint("a"))
    try scene.sendToDealer([9])
    let isTold = try scene.dealer.isReadableInSilence()
    #expect(!isTold, "the socket was not asked, or it had said yes")
    #expect(waitReadable(try scene.dealer.fileDescriptor(), milliseconds: 0), "nor took note")
  }

  @Test func `are found after a send that took note of their arrival`() throws {
    var scene = try SilenceScene.make(directory.endpoint("b"))
    try scene.sendToDealer([9])
    try scene.sendUntilSilent()
    let isTold = try scene.dealer.isReadableInSilence()
    #expect(isTold)
    let received = try scene.receive()
    #expect(received == [9])
  }
}
