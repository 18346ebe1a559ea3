import Instants
import Licensing
import MessageBus

extension BusRequest {
  /// A request as a lane gets it; a test says only what it is about.
  public static func make(
    _ method: String, _ target: String, _ body: String = "", headers: [(String, String)] = [],
    id: RequestID = .random(), address: String = "192.0.2.1",
    receivedAt: MonotonicTime = MonotonicTime(nanoseconds: 0)
  ) -> BusRequest {
    BusRequest(
      id: id, method: method, target: Array(target.utf8),
      headers: headers.map { BusHeader($0.0, $0.1) }, clientAddress: address,
      deadline: MonotonicTime(nanoseconds: .max), traceID: "", body: Array(body.utf8),
      receivedAt: receivedAt)
  }
}

extension BusRequest {
  /// The same request with another deadline.
  public func due(at deadline: MonotonicTime) -> BusRequest {
    BusRequest(
      id: id, method: method, target: target, headers: headers, clientAddress: clientAddress,
      deadline: deadline, traceID: traceID, body: body, receivedAt: receivedAt)
  }
}
