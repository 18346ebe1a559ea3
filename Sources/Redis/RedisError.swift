/// What went wrong between us and Redis. No case carries a key, a value or a password.
public enum RedisError: Error, Hashable, Sendable {
  /// The URL is none of ours; the reason quotes nothing of it.
  case badConfiguration(reason: String)
  /// No connection within the time allowed.
  case cannotConnect(errno: Int32)
  /// The answers did not all arrive within the time allowed.
  case timedOut
  /// The other side closed, or the socket failed.
  case connectionLost(errno: Int32)
  /// Used after it was closed.
  case closed
  /// Bytes that are no RESP, more answers than questions, or more bytes than allowed.
  case protocolViolation
  /// An error reply; `code` is its first word (`OOM`, `READONLY`, `NOAUTH`, …).
  case refused(code: String)

  /// What logs and metrics call it.
  public var code: String {
    switch self {
    case .badConfiguration: "REDIS_CONFIGURATION"
    case .cannotConnect: "REDIS_CANNOT_CONNECT"
    case .timedOut: "REDIS_TIMED_OUT"
    case .connectionLost: "REDIS_CONNECTION_LOST"
    case .closed: "REDIS_CLOSED"
    case .protocolViolation: "REDIS_PROTOCOL_VIOLATION"
    case .refused: "REDIS_REFUSED"
    }
  }

  /// Whether a new connection may help.
  public var isRetryable: Bool {
    if case .badConfiguration = self { false } else { true }
  }
}

extension RedisError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badConfiguration(let reason): "\(code): \(reason)"
    case .cannotConnect(let errno), .connectionLost(let errno): "\(code) (errno \(errno))"
    case .refused(let word): "\(code) (\(word))"
    case .timedOut, .closed, .protocolViolation: code
    }
  }
}
