/// One line `Name: value` of a head.
enum HeaderLine {
  /// The value without blanks around it, if the line has this name.
  ///
  /// - Parameter name: in lower case.
  static func value(
    of name: StaticString, in line: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer>? {
    let colon = line.startIndex + name.utf8CodeUnitCount
    guard colon < line.endIndex, line[colon] == UInt8(ascii: ":"),
      isSame(line[line.startIndex..<colon], name)
    else { return nil }
    var value = line[(colon + 1)...]
    while let first = value.first, isBlank(first) { value = value.dropFirst() }
    while let last = value.last, isBlank(last) { value = value.dropLast() }
    return value
  }

  /// Whether both are the same but for upper and lower case.
  static func isSame(_ text: Slice<UnsafeRawBufferPointer>, _ lower: StaticString) -> Bool {
    guard text.count == lower.utf8CodeUnitCount else { return false }
    for place in 0..<text.count {
      let byte = text[text.startIndex + place]
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      if (isUpper ? byte | 0x20 : byte) != lower.utf8Start[place] { return false }
    }
    return true
  }

  /// At most nine digits and nothing else.
  static func number(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard (1...9).contains(text.count) else { return nil }
    var number = 0
    for byte in text {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
