extension OutputSpan<UInt8> {
  /// Two numbers of two digits each.
  mutating func append(_ first: Int, _ second: Int) {
    appendTwoDigits(first)
    appendTwoDigits(second)
  }

  mutating func append(_ separator: Unicode.Scalar, _ value: Int) {
    append(UInt8(ascii: separator))
    appendTwoDigits(value)
  }

  private mutating func appendTwoDigits(_ value: Int) {
    append(UInt8(ascii: "0") + UInt8(value / 10))
    append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}
