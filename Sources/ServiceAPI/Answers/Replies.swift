import Licensing
import MessageBus
import Problems

extension BusReply {
  private static let jsonType = "application/json"

  public static func json(_ body: [UInt8], status: Int = 200) -> BusReply {
    BusReply(status: status, headers: [BusHeader("content-type", jsonType)], body: body)
  }

  public static func problem(_ problem: Problem, requestID: RequestID) -> BusReply {
    BusReply(
      status: problem.code.status,
      headers: problem.headers.map { BusHeader($0.name.lowercased(), $0.value) },
      body: problem.body(requestID: requestID))
  }
}
