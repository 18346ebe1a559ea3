/// The bytes that RFC 9110 allows in names, values and targets.
enum HeaderSyntax {
  /// `tchar` of RFC 9110 5.6.2, as one bit per ASCII code: 0 to 63, then 64 to 127.
  private static let tokenBits: (low: UInt64, high: UInt64) = (
    0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE
  )

  static func isTokenByte(_ byte: UInt8) -> Bool {
    if byte < 64 { return tokenBits.low >> UInt64(byte) & 1 == 1 }
    return byte < 128 && tokenBits.high >> UInt64(byte - 64) & 1 == 1
  }

  /// Controls end or split lines for someone down the road; a tab is allowed.
  static func isValueByte(_ byte: UInt8) -> Bool {
    (byte >= 0x20 && byte != 0x7F) || byte == 0x09
  }

  /// Visible ASCII: a target holds neither blanks nor controls nor raw UTF-8.
  static func isTargetByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39
  }

  /// `lowercase` is ASCII in lower case.
  static func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ lowercase: String) -> Bool {
    let expected = lowercase.utf8
    guard bytes.count == expected.count else { return false }
    var position = 0
    for byte in expected {
      guard lowercased(bytes[position]) == byte else { return false }
      position += 1
    }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
