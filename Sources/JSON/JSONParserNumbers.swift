extension JSONParser {
  /// Integers of fewer digits are within a double without a try.
  private static let surelyFiniteLength = 300

  mutating func number() throws(JSONFault) -> JSONNumber {
    let start = cursor.offset
    _ = cursor.skip(UInt8(ascii: "-"))
    try integerPart()
    try fraction()
    let hasExponent = try exponent()
    let length = cursor.offset - start
    let literal = String(decoding: cursor.bytes[start..<cursor.offset], as: UTF8.self)
    if hasExponent || length >= Self.surelyFiniteLength {
      try checkFinite(literal, start: start)
    }
    return JSONNumber(checked: literal)
  }

  private mutating func integerPart() throws(JSONFault) {
    if cursor.skip(UInt8(ascii: "0")) { return }
    if cursor.skipDigits() == 0 { throw cursor.fault(.badNumber) }
  }

  private mutating func fraction() throws(JSONFault) {
    guard cursor.skip(UInt8(ascii: ".")) else { return }
    if cursor.skipDigits() == 0 { throw cursor.fault(.badNumber) }
  }

  private mutating func exponent() throws(JSONFault) -> Bool {
    guard cursor.skip(UInt8(ascii: "e")) || cursor.skip(UInt8(ascii: "E")) else { return false }
    _ = cursor.skip(UInt8(ascii: "+")) || cursor.skip(UInt8(ascii: "-"))
    if cursor.skipDigits() == 0 { throw cursor.fault(.badNumber) }
    return true
  }

  private func checkFinite(_ literal: String, start: Int) throws(JSONFault) {
    if let value = Double(literal), value.isFinite { return }
    throw JSONFault(offset: start, reason: .numberTooLarge)
  }
}
