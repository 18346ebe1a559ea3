extension JSONParser {
  /// From the opening quote past the closing one.
  mutating func string() throws(JSONFault) -> String {
    cursor.advance()
    let start = cursor.offset
    skipPlainText()
    if cursor.next == UInt8(ascii: "\"") {
      let text = try text(of: cursor.bytes[start..<cursor.offset], from: start)
      cursor.advance()
      return text
    }
    return try escapedString(from: start)
  }

  /// The slower way, for a text with escapes: `start` up to here needed none.
  private mutating func escapedString(from start: Int) throws(JSONFault) -> String {
    var collected = Array(cursor.bytes[start..<cursor.offset])
    while !cursor.skip(UInt8(ascii: "\"")) {
      try cursor.expectEscape()
      try escape(into: &collected)
      let runStart = cursor.offset
      skipPlainText()
      collected += cursor.bytes[runStart..<cursor.offset]
    }
    return try text(of: collected[...], from: start)
  }

  private mutating func skipPlainText() {
    while let byte = cursor.next, byte >= 0x20, byte != UInt8(ascii: "\""),
      byte != UInt8(ascii: "\\")
    { cursor.advance() }
  }

  private func text(of bytes: ArraySlice<UInt8>, from start: Int) throws(JSONFault) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSONFault(offset: start, reason: .badUTF8)
    }
    return text
  }

  /// Behind the backslash.
  private mutating func escape(into collected: inout [UInt8]) throws(JSONFault) {
    guard let letter = cursor.next else { throw cursor.unexpected }
    cursor.advance()
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): collected.append(letter)
    case UInt8(ascii: "b"): collected.append(0x08)
    case UInt8(ascii: "f"): collected.append(0x0C)
    case UInt8(ascii: "n"): collected.append(0x0A)
    case UInt8(ascii: "r"): collected.append(0x0D)
    case UInt8(ascii: "t"): collected.append(0x09)
    case UInt8(ascii: "u"): collected += UTF8.encodeBytes(of: try escapedScalar())
    default: throw cursor.fault(.badEscape)
    }
  }

  /// Behind `\u`: one scalar, of one unit or of a surrogate pair.
  private mutating func escapedScalar() throws(JSONFault) -> Unicode.Scalar {
    let first = try hexUnit()
    if first == 0 { throw cursor.fault(.nullCharacter) }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), cursor.skip(UInt8(ascii: "\\")),
      cursor.skip(UInt8(ascii: "u"))
    else { throw cursor.fault(.loneSurrogate) }
    let second = try hexUnit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw cursor.fault(.loneSurrogate) }
    return scalar
  }

  private mutating func hexUnit() throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = cursor.next else { throw cursor.unexpected }
      guard let digit = Self.hexDigit(byte) else { throw cursor.fault(.badEscape) }
      unit = unit << 4 | digit
      cursor.advance()
    }
    return unit
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}

extension JSONCursor {
  /// Past the backslash; what else stops plain text is the end or a control character.
  fileprivate mutating func expectEscape() throws(JSONFault) {
    if skip(UInt8(ascii: "\\")) { return }
    guard let byte = next else { throw fault(.unexpectedEnd) }
    throw fault(byte == 0 ? .nullCharacter : .controlCharacter)
  }
}

extension UTF8 {
  fileprivate static func encodeBytes(of scalar: Unicode.Scalar) -> EncodedScalar {
    encode(scalar) ?? encodedReplacementCharacter
  }
}
