import CZeroMQ

public enum SocketKind: Sendable {
  /// Takes a peer's id off the first frame when sending, puts it there when receiving.
  case router
  case dealer
  case publisher
  case subscriber

  var type: Int32 {
    switch self {
    case .router: ZMQ_ROUTER
    case .dealer: ZMQ_DEALER
    case .publisher: ZMQ_PUB
    case .subscriber: ZMQ_SUB
    }
  }
}
