import Instants

/// A request, checked against the ways of hiding a second one in it.
public struct HTTPRequest: Sendable {
  public var method: HTTPMethod
  /// In origin form, exactly as sent, query included.
  public var target: [UInt8]
  /// All occurrences of the kept fields, in the order sent.
  public var fields: [HTTPField]
  public var body: [UInt8]
  /// Who is at the other end of the connection; `nil` when that is no IP address.
  public var peer: IPAddress?
  /// When the head was complete.
  public var receivedAt: MonotonicTime
  /// What the handler's body plan said.
  public var tag: Int

  public init(
    method: HTTPMethod, target: [UInt8], fields: [HTTPField] = [], body: [UInt8] = [],
    peer: IPAddress? = nil, receivedAt: MonotonicTime, tag: Int = 0
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
    self.peer = peer
    self.receivedAt = receivedAt
    self.tag = tag
  }

  /// The values of one field, in the order sent. `name` is in lower case.
  public func values(of name: String) -> [[UInt8]] {
    fields.filter { $0.name == name }.map(\.value)
  }
}
