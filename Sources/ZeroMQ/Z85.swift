import CZeroMQ

/// Keys in Z85 (ZeroMQ RFC 32): 32 bytes as 40 characters.
enum Z85 {
  /// 40 characters and the NUL that libzmq puts behind them.
  static let roomForKey = CurvePublicKey.textCount + 1

  static func isKey(_ text: String) -> Bool {
    guard text.utf8.count == CurvePublicKey.textCount, text.utf8.allSatisfy(isDigit) else {
      return false
    }
    var bytes = [UInt8](repeating: 0, count: CurvePublicKey.byteCount)
    return zmq_z85_decode(&bytes, text) != nil
  }

  static func text(ofKey bytes: [UInt8]) -> String? {
    guard bytes.count == CurvePublicKey.byteCount else { return nil }
    var text = [CChar](repeating: 0, count: roomForKey)
    guard zmq_z85_encode(&text, bytes, bytes.count) != nil else { return nil }
    return string(text)
  }

  static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// libzmq's table covers the printable characters only, and takes some that are no digits.
  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: ".-:+=^!/*?&<>()[]{}@%$#".utf8.contains(byte)
    }
  }
}
