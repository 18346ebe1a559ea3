import Licensing
import MessageBus
import Problems

extension BusReply {
  public static let json = "application/json"

  /// A JSON answer. Nothing that this service says may be kept by a cache.
  public static func json(_ status: Int = 200, _ body: [UInt8]) -> BusReply {
    BusReply(status: status, headers: [BusHeader("content-type", json)], body: body)
  }

  public static func problem(_ problem: Problem, requestID: RequestID) -> BusReply {
    BusReply(
      status: problem.code.status,
      headers: problem.headers.map { BusHeader($0.0, $0.1) },
      body: problem.body(requestID: requestID))
  }
}
