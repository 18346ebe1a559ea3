extension JSONWriter {
  public mutating func member(_ name: StaticString, _ value: String?) {
    self.name(name)
    string(value)
  }

  /// A string of characters that need no escape; see `string(_:)`.
  public mutating func member(_ name: StaticString, _ append: (inout [UInt8]) -> Void) {
    self.name(name)
    string(append)
  }

  public mutating func member(_ name: StaticString, _ value: Int?) {
    self.name(name)
    integer(value)
  }

  public mutating func member(_ name: StaticString, _ value: Int64) {
    self.name(name)
    integer(value)
  }

  public mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(name)
    bool(value)
  }
}
