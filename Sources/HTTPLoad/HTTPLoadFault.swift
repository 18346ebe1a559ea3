/// What kept a connection, or the request on it, from going on.
public enum HTTPLoadFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// No `http://host[:port]`, or a host that has no address.
  case badURL(String)
  case systemCall(String, errorNumber: Int32)
  case connectFailed(errorNumber: Int32)
  /// The server ended the connection while a request was on it.
  case closed
  case timedOut
  case malformed(AnswerFlaw)
  /// Over the bus: the server turned it away by a code, and nothing was done.
  case refused(code: String)

  public var code: String {
    switch self {
    case .badURL: "URL_UNUSABLE"
    case .systemCall: "SYSTEM_CALL_FAILED"
    case .connectFailed: "CONNECT_FAILED"
    case .closed: "CONNECTION_CLOSED"
    case .timedOut: "TIMED_OUT"
    case .malformed: "ANSWER_MALFORMED"
    case .refused(let code): code
    }
  }

  public var isRetryable: Bool {
    switch self {
    case .badURL, .systemCall: false
    case .connectFailed, .closed, .timedOut, .malformed, .refused: true
    }
  }

  public var description: String {
    switch self {
    case .badURL(let url): "\"\(url)\" is no http://host:port that can be reached"
    case .systemCall(let call, let number): "\(call): \(SystemText.of(errorNumber: number))"
    case .connectFailed(let number): "connect: \(SystemText.of(errorNumber: number))"
    case .closed: "the server closed the connection"
    case .timedOut: "no answer in time"
    case .malformed(let flaw): "no strict HTTP/1.1 answer: \(flaw.rawValue)"
    case .refused(let code): "the server turned it away: \(code)"
    }
  }
}
