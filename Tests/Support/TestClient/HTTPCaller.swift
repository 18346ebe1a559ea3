import Synchronization

/// Calls one server from any number of threads, each over a connection of its own that is kept.
public final class HTTPCaller: Sendable {
  public let endpoint: Endpoint
  private let source: String?
  private let idle = Mutex<[HTTPConnection]>([])

  /// From `source`, when given: another loopback address is another client address.
  public init(_ endpoint: Endpoint, from source: String? = nil) {
    self.endpoint = endpoint
    self.source = source
  }

  public func perform(
    _ request: HTTPRequest, within seconds: Double = 15
  ) throws(TransportFault) -> HTTPAnswer {
    let connection = try takeConnection()
    let answer = try connection.perform(request, within: seconds)
    if answer.headers["Connection"]?.lowercased() != "close" {
      idle.withLock { $0.append(connection) }
    }
    return answer
  }

  public func get(_ target: String, headers: HTTPHeaders = [:]) throws(TransportFault) -> HTTPAnswer
  {
    try perform(HTTPRequest("GET", target, headers: headers))
  }

  public func connect() throws(TransportFault) -> HTTPConnection {
    try HTTPConnection(to: endpoint, from: source)
  }

  private func takeConnection() throws(TransportFault) -> HTTPConnection {
    while let connection = idle.withLock({ $0.popLast() }) {
      if connection.isIdle { return connection }
    }
    return try connect()
  }
}
