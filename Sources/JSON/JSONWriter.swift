import Encodings

/// Writes compact JSON in UTF-8 and sets the commas. What is begun must be ended by the caller.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public mutating func beginObject() { open("{") }
  public mutating func endObject() { close("}") }
  public mutating func beginArray() { open("[") }
  public mutating func endArray() { close("]") }

  /// The name of the member whose value is written next; it has no character that needs an escape.
  public mutating func name(_ name: StaticString) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// As above, for a name that is not written in the code.
  public mutating func name(text name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func string(_ value: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    appendEscaped(value)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A string of characters that need no escape, which `append` puts behind what is there.
  public mutating func string(_ append: (inout [UInt8]) -> Void) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    append(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func integer(_ value: Int64) {
    comma()
    DecimalDigits(value).append(to: &bytes)
  }

  public mutating func integer(_ value: Int) { integer(Int64(value)) }
  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  public mutating func null() { raw("null") }
  public mutating func number(_ value: JSONNumber) { raw(value.literal) }

  /// A text that is known to be one JSON value.
  public mutating func raw(_ checked: String) {
    comma()
    bytes.append(contentsOf: checked.utf8)
  }

  /// As above, in UTF-8.
  public mutating func raw(_ checked: [UInt8]) {
    comma()
    bytes += checked
  }

  /// `null` for `nil`.
  public mutating func string(_ value: String?) {
    if let value { string(value) } else { null() }
  }

  /// `null` for `nil`.
  public mutating func integer(_ value: Int?) {
    if let value { integer(value) } else { null() }
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    comma()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

extension JSONWriter {
  private mutating func appendEscaped(_ value: String) {
    let text = value.utf8Span.span
    if Self.isPlain(text) {
      bytes.append(contentsOf: value.utf8)
    } else {
      for index in text.indices { appendEscaped(text[index]) }
    }
  }

  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
    }
    return true
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
    case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
    case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
    case 0..<0x20: appendUnicodeEscape(byte)
    default: bytes.append(byte)
    }
  }

  private mutating func appendUnicodeEscape(_ control: UInt8) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(contentsOf: "\\u00".utf8)
    bytes += [digits[Int(control >> 4)], digits[Int(control & 15)]]
  }
}
