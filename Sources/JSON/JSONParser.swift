/// Recursive descent over bytes; its depth is limited, so that no text exhausts the stack.
struct JSONParser {
  var cursor: JSONCursor
  private let depthLimit: Int
  private var depth = 0

  init(_ bytes: [UInt8], limits: JSONLimits) {
    cursor = JSONCursor(bytes)
    depthLimit = limits.depth
  }

  mutating func document() throws(JSONFault) -> JSONValue {
    if cursor.startsWithByteOrderMark { throw cursor.fault(.byteOrderMark) }
    let value = try value()
    cursor.skipWhiteSpace()
    if !cursor.isAtEnd { throw cursor.fault(.trailingBytes) }
    return value
  }

  private mutating func value() throws(JSONFault) -> JSONValue {
    cursor.skipWhiteSpace()
    guard let byte = cursor.next else { throw cursor.unexpected }
    switch byte {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw cursor.unexpected
    }
  }

  private mutating func literal(
    _ text: String, _ value: JSONValue
  ) throws(JSONFault) -> JSONValue {
    for byte in text.utf8 { try cursor.expect(byte) }
    return value
  }

  private mutating func array() throws(JSONFault) -> [JSONValue] {
    try descend()
    var values: [JSONValue] = []
    if !cursor.skip(UInt8(ascii: "]"), after: true) {
      repeat { values.append(try value()) } while try anotherFollows(before: UInt8(ascii: "]"))
    }
    depth -= 1
    return values
  }

  private mutating func object() throws(JSONFault) -> JSONObject {
    try descend()
    var members: [JSONObject.Member] = []
    if !cursor.skip(UInt8(ascii: "}"), after: true) {
      repeat { members.append(try member()) } while try anotherFollows(before: UInt8(ascii: "}"))
    }
    depth -= 1
    return JSONObject(collected: members)
  }

  private mutating func member() throws(JSONFault) -> JSONObject.Member {
    cursor.skipWhiteSpace()
    guard cursor.next == UInt8(ascii: "\"") else { throw cursor.unexpected }
    let name = try string()
    cursor.skipWhiteSpace()
    try cursor.expect(UInt8(ascii: ":"))
    return JSONObject.Member(name: name, value: try value())
  }

  /// Past the opening bracket.
  private mutating func descend() throws(JSONFault) {
    depth += 1
    if depth > depthLimit { throw cursor.fault(.tooDeep) }
    cursor.advance()
  }

  /// Past the comma, or past the closing bracket.
  private mutating func anotherFollows(before close: UInt8) throws(JSONFault) -> Bool {
    cursor.skipWhiteSpace()
    if cursor.skip(UInt8(ascii: ",")) { return true }
    try cursor.expect(close)
    return false
  }
}
