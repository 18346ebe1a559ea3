/// What stands between two slashes of a path.
enum PathSegment {
  /// Decoded once; `nil` when a `%` is not followed by two hexadecimal digits.
  static func decode(_ raw: ArraySlice<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(raw.count)
    var position = raw.startIndex
    while position < raw.endIndex {
      guard raw[position] == UInt8(ascii: "%") else {
        decoded.append(raw[position])
        position += 1
        continue
      }
      guard position + 2 < raw.endIndex, let high = digit(raw[position + 1]),
        let low = digit(raw[position + 2])
      else { return nil }
      decoded.append(high << 4 | low)
      position += 3
    }
    return decoded
  }

  /// Empty segments, NUL and the two names that mean another folder elsewhere are nobody's.
  static func isAllowed(_ decoded: ArraySlice<UInt8>) -> Bool {
    !decoded.isEmpty && !decoded.contains(0) && !decoded.elementsEqual(".".utf8)
      && !decoded.elementsEqual("..".utf8)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
