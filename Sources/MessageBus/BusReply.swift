/// A worker's answer, passed out by the gateway as it is.
public struct BusReply: Hashable, Sendable {
  /// A status of HTTP.
  public var status: Int
  public var headers: [BusHeader]
  public var body: [UInt8]

  public init(status: Int, headers: [BusHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
