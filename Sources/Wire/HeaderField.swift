/// A header of a request or reply. The same name may come more than once; order is kept.
public struct HeaderField: Hashable, Sendable {
  /// Lower case.
  public var name: String
  /// The octets as sent, without the white space around them.
  public var value: [UInt8]

  public init(name: String, value: [UInt8]) {
    self.name = name
    self.value = value
  }

  public init(_ name: String, _ value: String) {
    self.init(name: name, value: Array(value.utf8))
  }
}
