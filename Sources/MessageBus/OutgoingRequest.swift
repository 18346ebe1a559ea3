import Instants
import Licensing
import Wire

/// A request as a gateway hands it to the bus.
public struct OutgoingRequest: Hashable, Sendable {
  public var id: RequestID
  public var service: String
  public var method: String
  /// As the client sent it, undecoded.
  public var target: [UInt8]
  public var headers: [BusHeader]
  public var clientAddress: String
  /// Until when an answer is of use, in this process' clock.
  public var deadline: UnixMilliseconds
  public var traceID: String
  public var body: [UInt8]

  public init(
    id: RequestID, service: String, method: String, target: [UInt8], headers: [BusHeader],
    clientAddress: String, deadline: UnixMilliseconds, traceID: String, body: [UInt8]
  ) {
    self.id = id
    self.service = service
    self.method = method
    self.target = target
    self.headers = headers
    self.clientAddress = clientAddress
    self.deadline = deadline
    self.traceID = traceID
    self.body = body
  }

  var head: RequestHead {
    RequestHead(
      id: id.bytes, method: method, target: target, headers: headers,
      clientAddress: clientAddress,
      deadlineUnixMilliseconds: UInt64(clamping: deadline.value), traceID: traceID)
  }

  /// Gives back the memory of a request that will not be sent again.
  mutating func dropContent() {
    target = []
    headers = []
    body = []
  }
}
