/// One request and its answer, for what is made ready before a load test.
public enum OneCall {
  /// - Parameters:
  ///   - request: head and body.
  ///   - timeout: in nanoseconds.
  public static func send(
    _ request: [UInt8], to address: ServerAddress, timeout: Int64, bodyLimitBytes: Int
  ) throws(HTTPLoadFault) -> (status: Int, body: [UInt8]) {
    let connections = try HTTPConnections(
      to: address, count: 1, timeout: timeout, bodyLimitBytes: bodyLimitBytes)
    let caller = Caller(request, connections)
    while true {
      connections.wait(until: MonotonicClock.now() + timeout, for: caller)
      switch caller.outcome {
      case .none: continue
      case .some(.success(let answer)): return answer
      case .some(.failure(let fault)): throw fault
      }
    }
  }
}

private final class Caller: ConnectionReceiver {
  private let request: [UInt8]
  private let connections: HTTPConnections
  private(set) var outcome: Result<(status: Int, body: [UInt8]), HTTPLoadFault>?

  init(_ request: [UInt8], _ connections: HTTPConnections) {
    self.request = request
    self.connections = connections
  }

  func ready(_ slot: Int) { connections.send(slot, request, [], [], []) }

  func answered(_ slot: Int, _ answer: borrowing Answer) {
    outcome = .success((answer.status, answer.body()))
  }

  func failed(_ slot: Int, hadRequest: Bool, _ fault: HTTPLoadFault) { outcome = .failure(fault) }
}
