import TestClient

/// Bytes with a whole request in them that one reader would see and another would not.
struct Carrier: Sendable {
  let name: String
  let bytes: @Sendable (_ hidden: [UInt8]) -> [UInt8]

  /// The hidden request stands behind what can be read in two ways.
  static func behind(_ name: String, _ prefix: [UInt8]) -> Carrier {
    Carrier(name: name) { prefix + $0 }
  }

  /// A head to a path that a worker serves, some lines of it, and what stands before the hidden request.
  static func lines(_ lines: String, then body: String = "0\r\n\r\n") -> Carrier {
    behind(lines, latin("POST /v1/verify HTTP/1.1\r\nHost: x\r\n\(lines)\r\n\r\n\(body)"))
  }

  static func chunks(_ body: String) -> Carrier {
    let carrier = lines("Transfer-Encoding: chunked", then: body)
    return Carrier(name: "chunks \(body)", bytes: carrier.bytes)
  }

  static func start(_ text: String) -> Carrier { behind(text, latin(text)) }

  /// The hidden request is the body, whatever the answer.
  static func inside(
    _ requestLine: String, _ lines: String = "", padding: Int = 0
  ) -> Carrier {
    Carrier(name: "inside \(requestLine) \(lines)") { hidden in
      let length = "Content-Length: \(hidden.count + padding)\r\n\r\n"
      return latin("\(requestLine)\r\nHost: x\r\n\(lines)\(length)") + hidden
        + [UInt8](repeating: 0x20, count: padding)
    }
  }

  static let insideAChunk = Carrier(name: "inside a chunk") { hidden in
    let size = String(hidden.count, radix: 16)
    let head = "POST /v1/verify HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    return latin("\(head)\(size)\r\n") + hidden + latin("\r\n0\r\n\r\n")
  }

  /// One byte for each character up to U+00FF.
  static func latin(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}
