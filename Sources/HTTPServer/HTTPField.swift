/// One header line of a request that the server was asked to keep.
public struct HTTPField: Sendable, Equatable {
  /// In lower case, as in `HTTPServerConfiguration.keptFields`.
  public var name: String
  /// As sent, without the blanks around it.
  public var value: [UInt8]

  public init(name: String, value: [UInt8]) {
    self.name = name
    self.value = value
  }
}
