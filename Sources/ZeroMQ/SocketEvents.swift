import CZeroMQ

/// What a socket could do without waiting (`ZMQ_EVENTS`).
public struct SocketEvents: Hashable, Sendable {
  public let isReadable: Bool
  public let isWritable: Bool

  init(bits: Int32) {
    isReadable = bits & Int32(ZMQ_POLLIN) != 0
    isWritable = bits & Int32(ZMQ_POLLOUT) != 0
  }
}
