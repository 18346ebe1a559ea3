import HTTPLoad

/// Sends requests as HTTP/1.1 over keep-alive connections.
final class HTTPTransport: LoadTransport {
  private let connections: HTTPConnections
  /// What stands before the value of `Authorization`, by `RequestKind.rawValue`.
  private let heads: [[UInt8]]
  /// What stands behind it, up to the body, with the length of the body that it is for.
  private var tails: [(length: Int, bytes: [UInt8])]
  private let asksForBatchProofs: Bool

  init(
    _ address: ServerAddress, connections: Int, timeoutSeconds: Int, asksForBatchProofs: Bool
  ) throws(HTTPLoadFault) {
    self.connections = try HTTPConnections(
      to: address, count: connections, timeout: Int64(timeoutSeconds) * 1_000_000_000)
    self.asksForBatchProofs = asksForBatchProofs
    heads = RequestKind.allCases.map { kind in
      let start = "\(kind.method) \(kind.target) HTTP/1.1\r\nHost: \(address.authority)"
      return Array("\(start)\(kind == .healthz ? "" : "\r\nAuthorization: ")".utf8)
    }
    tails = RequestKind.allCases.map { _ in (-1, []) }
  }

  var slotCount: Int { connections.count }
  var reconnects: Int { connections.reconnects }

  func send(_ slot: Int, _ request: LoadRequest) {
    let place = request.kind.rawValue
    if tails[place].length != request.body.count { tails[place] = tail(for: request) }
    connections.send(
      slot, heads[place], request.authorization, tails[place].bytes, request.body)
  }

  func wait(until deadline: Int64, for receiver: any ConnectionReceiver) {
    connections.wait(until: deadline, for: receiver)
  }

  private func tail(for request: LoadRequest) -> (length: Int, bytes: [UInt8]) {
    var text = "\r\n"
    if asksForBatchProofs, request.kind.hasProof { text += "Countersign-Proof: batch\r\n" }
    if request.kind.method == "POST" { text += "Content-Length: \(request.body.count)\r\n" }
    if !request.body.isEmpty { text += "Content-Type: application/json\r\n" }
    return (request.body.count, Array((text + "\r\n").utf8))
  }
}
