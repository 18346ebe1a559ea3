/// An answer. `Date`, `Content-Length` and `Connection` are the server's.
public struct HTTPResponse: Sendable, Equatable {
  public struct Header: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// 200 to 999; interim answers are the server's.
  public var status: Int
  public var headers: [Header]
  /// Not sent in answer to HEAD, nor with 204 and 304.
  public var body: [UInt8]
  /// Whether the connection ends with this answer.
  public var closesConnection: Bool

  public init(
    status: Int, headers: [Header] = [], body: [UInt8] = [], closesConnection: Bool = false
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.closesConnection = closesConnection
  }
}
