/// RFC 3986 section 2.1, decoded exactly once.
public enum PercentCoding {
  /// `nil`: a percent sign without two digits, U+0000, or bytes that are not UTF-8.
  public static func decode(_ raw: ArraySlice<UInt8>, plusIsBlank: Bool) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var rest = raw
    while let byte = rest.popFirst() {
      guard let decoded = decode(byte, followedBy: &rest, plusIsBlank: plusIsBlank) else {
        return nil
      }
      bytes.append(decoded)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func decode(
    _ byte: UInt8, followedBy rest: inout ArraySlice<UInt8>, plusIsBlank: Bool
  ) -> UInt8? {
    switch byte {
    case UInt8(ascii: "+") where plusIsBlank: return UInt8(ascii: " ")
    case UInt8(ascii: "%"):
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      return high << 4 | low
    default: return byte
    }
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
