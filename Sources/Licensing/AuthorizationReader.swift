/// Takes the value of an `Authorization` header apart, from front to back.
struct AuthorizationReader {
  /// What was not read yet, without blanks around it.
  private(set) var rest: ArraySlice<UInt8>
  /// Whether the last part that was read had a comma behind it.
  private var hasComma = true

  init(_ value: [UInt8]) { rest = Self.trim(value[...]) }

  var isAtEnd: Bool { rest.isEmpty && !hasComma }

  mutating func scheme() -> ArraySlice<UInt8> {
    let end = rest.firstIndex(where: Self.isBlank) ?? rest.endIndex
    defer { rest = Self.trim(rest[end...]) }
    return rest[..<end]
  }

  /// The value of the next part, which must begin with `name`: all up to the next comma, without
  /// the blanks around it.
  mutating func part(_ name: StaticString) -> ArraySlice<UInt8>? {
    guard hasComma else { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
    let part = Self.trim(rest[..<end])
    hasComma = end < rest.endIndex
    rest = rest[(hasComma ? end + 1 : end)...]
    guard name.withUTF8Buffer({ part.starts(with: $0) }) else { return nil }
    return part.dropFirst(name.utf8CodeUnitCount)
  }

  /// Whatever the case; `lowerCase` has letters only.
  static func isSame(_ text: ArraySlice<UInt8>, _ lowerCase: StaticString) -> Bool {
    lowerCase.withUTF8Buffer { letters in
      text.count == letters.count && zip(text, letters).allSatisfy { $0 | 0x20 == $1 }
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var start = bytes.startIndex
    var end = bytes.endIndex
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return bytes[start..<end]
  }
}
