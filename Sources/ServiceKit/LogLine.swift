import Encodings
import Instants

/// Builds one line of JSON: time, level, process, message, then the fields in their order.
struct LogLine {
  /// A longer text is cut, so that nobody can fill the disk with one request.
  static let textLimitBytes = 2048

  private(set) var bytes: [UInt8] = []

  init(
    time: UnixMilliseconds, level: LogLevel, process: String, message: String, fields: [LogField]
  ) {
    bytes.reserveCapacity(256)
    bytes.append(UInt8(ascii: "{"))
    name("time")
    clock(time)
    member("level", .text(level.rawValue))
    member("process", .text(process))
    member("message", .text(message))
    for field in fields { member(field.name, field.value) }
    bytes.append(contentsOf: "}\n".utf8)
  }

  private mutating func member(_ name: String, _ value: LogField.Value) {
    bytes.append(UInt8(ascii: ","))
    self.name(name)
    switch value {
    case .text(let text): self.text(text)
    case .integer(let integer): DecimalDigits(integer).append(to: &bytes)
    case .unsigned(let integer): bytes.append(contentsOf: String(integer).utf8)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }
  }

  private mutating func name(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if LogLine.isPlain(text.utf8Span.span) {
      bytes.append(contentsOf: text.utf8)
    } else {
      appendScalars(of: text)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Short, and nothing in it but visible ASCII that stands for itself: as nearly all are.
  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    guard text.count <= textLimitBytes else { return false }
    for index in text.indices {
      let byte = text[index]
      guard (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
      else { return false }
    }
    return true
  }

  private mutating func appendScalars(of text: String) {
    var room = LogLine.textLimitBytes
    for scalar in text.unicodeScalars {
      room -= UTF8.width(scalar)
      guard room >= 0 else {
        bytes.append(contentsOf: "…".utf8)
        break
      }
      append(scalar)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append(contentsOf: "\\\"".utf8)
    case "\\": bytes.append(contentsOf: "\\\\".utf8)
    case _ where LogLine.isHarmful(scalar): escape(scalar)
    default: bytes.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
    }
  }

  /// Controls, line separators and the marks that turn text around could forge a line on a
  /// reader's screen.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    let hex = String(scalar.value, radix: 16)
    bytes.append(contentsOf: "\\u".utf8)
    bytes.append(contentsOf: String(repeating: "0", count: 4 - hex.utf8.count).utf8)
    bytes.append(contentsOf: hex.utf8)
  }

  /// RFC 3339 in UTC with milliseconds, which the rest of Countersign does without.
  private mutating func clock(_ time: UnixMilliseconds) {
    bytes.append(UInt8(ascii: "\""))
    time.timestamp.appendRFC3339(to: &bytes)
    bytes.removeLast()
    bytes.append(UInt8(ascii: "."))
    let fraction = time.value - time.timestamp.secondsSinceEpoch * 1000
    for place: Int64 in [100, 10, 1] {
      bytes.append(UInt8(ascii: "0") + UInt8(fraction / place % 10))
    }
    bytes.append(contentsOf: "Z\"".utf8)
  }
}
