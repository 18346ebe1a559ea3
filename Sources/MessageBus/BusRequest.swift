import Instants
import Licensing

/// A request as a worker's lane gets it.
// A class, since it is handed on many times: a struct of so many texts is as many counts each time.
public final class BusRequest: Sendable {
  public let id: RequestID
  public let method: String
  /// As the client sent it, undecoded.
  public let target: [UInt8]
  public let headers: [BusHeader]
  public let clientAddress: String
  /// In this process' monotonic clock, whatever becomes of its wall clock meanwhile.
  public let deadline: MonotonicTime
  public let traceID: String
  public let body: [UInt8]
  /// When this lane took it in hand.
  public let receivedAt: MonotonicTime
  /// The `authorization` by which an operator key was shown for the whole connection; `nil` for
  /// what comes through a gateway.
  public let connectionKey: [UInt8]?

  public init(
    id: RequestID, method: String, target: [UInt8], headers: [BusHeader], clientAddress: String,
    deadline: MonotonicTime, traceID: String, body: [UInt8], receivedAt: MonotonicTime,
    connectionKey: [UInt8]? = nil
  ) {
    self.id = id
    self.method = method
    self.target = target
    self.headers = headers
    self.clientAddress = clientAddress
    self.deadline = deadline
    self.traceID = traceID
    self.body = body
    self.receivedAt = receivedAt
    self.connectionKey = connectionKey
  }

  /// All values of a header, in the order they came; `header` is lower case.
  public func values(of header: String) -> [[UInt8]] {
    headers.compactMap { $0.name == header ? $0.value : nil }
  }
}
