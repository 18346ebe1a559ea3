/// Header names travel in lower case, so that nobody has to fold them again.
enum HeaderNameRule {
  static func allows(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(allows)
  }

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
