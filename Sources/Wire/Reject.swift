/// A refusal, of one request or (with an empty id) of the peer as such.
public struct Reject: Hashable, Sendable {
  /// The request's, or empty.
  public var id: [UInt8]
  public var code: RejectCode
  /// 0: nothing is known.
  public var retryAfterMilliseconds: UInt32

  public init(id: [UInt8] = [], code: RejectCode, retryAfterMilliseconds: UInt32 = 0) {
    self.id = id
    self.code = code
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }
}
