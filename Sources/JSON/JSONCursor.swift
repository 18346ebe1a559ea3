/// A place in the bytes being read.
struct JSONCursor {
  let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }
  var startsWithByteOrderMark: Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

  func fault(_ reason: JSONFault.Reason) -> JSONFault {
    JSONFault(offset: offset, reason: reason)
  }

  var unexpected: JSONFault { fault(isAtEnd ? .unexpectedEnd : .unexpectedCharacter) }

  mutating func advance(by count: Int = 1) { offset += count }

  mutating func expect(_ byte: UInt8) throws(JSONFault) {
    if !skip(byte) { throw unexpected }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  mutating func skip(_ byte: UInt8, after whiteSpace: Bool) -> Bool {
    if whiteSpace { skipWhiteSpace() }
    return skip(byte)
  }

  mutating func skipWhiteSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  /// Past all digits that stand here; how many there were.
  mutating func skipDigits() -> Int {
    let start = offset
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    return offset - start
  }
}
