import Testing

@testable import MessageBus

@Suite struct `The id of a connection` {
  @Test func `is one that the router made`() {
    let bytes: [UInt8] = [0, 1, 2, 3, 255]
    #expect(PeerID(bytes.span.bytes)?.bytes == bytes)
    for other in [[], [0], [1, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5]] as [[UInt8]] {
      #expect(PeerID(other.span.bytes) == nil)
    }
  }
}
