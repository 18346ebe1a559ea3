/// A request without its body, which is a frame of its own.
public struct RequestHead: Hashable, Sendable {
  /// Sixteen random bytes, made by the sender.
  public var id: [UInt8]
  public var method: String
  /// As sent, undecoded.
  public var target: [UInt8]
  public var headers: [HeaderField]
  public var clientAddress: String
  /// In the sender's clock.
  public var deadlineUnixMilliseconds: UInt64
  public var traceID: String

  public init(
    id: [UInt8], method: String, target: [UInt8], headers: [HeaderField], clientAddress: String,
    deadlineUnixMilliseconds: UInt64, traceID: String
  ) {
    self.id = id
    self.method = method
    self.target = target
    self.headers = headers
    self.clientAddress = clientAddress
    self.deadlineUnixMilliseconds = deadlineUnixMilliseconds
    self.traceID = traceID
  }
}
