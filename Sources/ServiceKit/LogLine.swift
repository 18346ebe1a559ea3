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
    text(LogLine.clock(time))
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
    case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
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
    var room = LogLine.textLimitBytes
    for scalar in text.unicodeScalars {
      room -= UTF8.width(scalar)
      guard room >= 0 else {
        bytes.append(contentsOf: "…".utf8)
        break
      }
      append(scalar)
    }
    bytes.append(UInt8(ascii: "\""))
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
  private static func clock(_ time: UnixMilliseconds) -> String {
    let fraction = String(time.value - time.timestamp.secondsSinceEpoch * 1000)
    let zeros = String(repeating: "0", count: 3 - fraction.utf8.count)
    return "\(time.timestamp.rfc3339.dropLast()).\(zeros)\(fraction)Z"
  }
}
