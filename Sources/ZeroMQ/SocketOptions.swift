import CZeroMQ

/// What a socket is told before it binds or connects. Every limit is finite.
public struct SocketOptions: Sendable {
  /// Messages that wait for one peer before a send says `full` (`ZMQ_SNDHWM`).
  public var sendLimit: Int32 = 10_000
  /// Messages of one peer that wait to be received (`ZMQ_RCVHWM`).
  public var receiveLimit: Int32 = 10_000
  /// A peer that sends a larger frame is disconnected (`ZMQ_MAXMSGSIZE`).
  public var maximumFrameBytes: Int64 = 8 << 20
  /// How long what was sent may hold up the context's end.
  public var lingerMilliseconds: Int32 = 1000
  /// Messages go to completed connections only (`ZMQ_IMMEDIATE`).
  public var isImmediate = true
  /// A message for an unknown peer is an error and not dropped in silence (routers only).
  public var isMandatory = true
  public var handshakeMilliseconds: Int32 = 2000
  public var reconnectMilliseconds: Int32 = 100
  public var reconnectLimitMilliseconds: Int32 = 1000
  /// Time for a TCP connection to come about.
  public var connectMilliseconds: Int32 = 2000
  /// Seconds of silence until TCP asks whether the peer is there.
  public var keepAliveIdleSeconds: Int32 = 15
  public var keepAliveIntervalSeconds: Int32 = 5
  public var keepAliveProbes: Int32 = 3

  public var security = SocketSecurity.none

  public init() {}

  /// The plain numbers, by option.
  func integers(for kind: SocketKind) -> [(option: Int32, value: Int32)] {
    var integers = [
      (ZMQ_SNDHWM, sendLimit), (ZMQ_RCVHWM, receiveLimit), (ZMQ_LINGER, lingerMilliseconds),
      (ZMQ_HANDSHAKE_IVL, handshakeMilliseconds), (ZMQ_RECONNECT_IVL, reconnectMilliseconds),
      (ZMQ_RECONNECT_IVL_MAX, reconnectLimitMilliseconds),
      (ZMQ_CONNECT_TIMEOUT, connectMilliseconds), (ZMQ_TCP_KEEPALIVE, 1),
      (ZMQ_TCP_KEEPALIVE_IDLE, keepAliveIdleSeconds),
      (ZMQ_TCP_KEEPALIVE_INTVL, keepAliveIntervalSeconds),
      (ZMQ_TCP_KEEPALIVE_CNT, keepAliveProbes), (ZMQ_IMMEDIATE, isImmediate ? 1 : 0),
    ]
    if kind == .router { integers.append((ZMQ_ROUTER_MANDATORY, isMandatory ? 1 : 0)) }
    return integers
  }
}
