/// A reply without its body, which is a frame of its own.
public struct ReplyHead: Hashable, Sendable {
  /// The request's.
  public var id: [UInt8]
  /// A status of HTTP.
  public var status: UInt32
  public var headers: [HeaderField]

  public init(id: [UInt8], status: UInt32, headers: [HeaderField]) {
    self.id = id
    self.status = status
    self.headers = headers
  }
}
