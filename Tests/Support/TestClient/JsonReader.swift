/// A plain reader of RFC 8259. It trusts nothing: an answer that is not JSON is a fault.
public struct JsonReader {
  public struct Fault: Error, Equatable {
    public let offset: Int
  }

  private let input: [UInt8]
  private var offset = 0

  private init(_ input: [UInt8]) { self.input = input }

  public static func read(_ bytes: [UInt8]) throws(Fault) -> Json {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Fault(offset: 0) }
    var reader = JsonReader(bytes)
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.offset == bytes.count else { throw Fault(offset: reader.offset) }
    return value
  }

  private var fault: Fault { Fault(offset: offset) }

  private mutating func skipBlanks() {
    while offset < input.count, [0x20, 0x09, 0x0A, 0x0D].contains(input[offset]) { offset += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard offset < input.count, input[offset] == character.asciiValue else { return false }
    offset += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard input[offset...].starts(with: word.utf8) else { return false }
    offset += word.utf8.count
    return true
  }

  private mutating func value() throws(Fault) -> Json {
    skipBlanks()
    if take("{") { return try object() }
    if take("[") { return try list() }
    if take("\"") { return .text(try text()) }
    if take(word: "null") { return .null }
    if take(word: "true") { return .bool(true) }
    if take(word: "false") { return .bool(false) }
    return .number(try number())
  }

  private mutating func object() throws(Fault) -> Json {
    var members: [Json.Member] = []
    skipBlanks()
    if take("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard take("\"") else { throw fault }
      let name = try text()
      skipBlanks()
      guard take(":") else { throw fault }
      members.append(Json.Member(name: name, value: try value()))
      skipBlanks()
    } while take(",")
    guard take("}") else { throw fault }
    return .object(members)
  }

  private mutating func list() throws(Fault) -> Json {
    var items: [Json] = []
    skipBlanks()
    if take("]") { return .list([]) }
    repeat {
      items.append(try value())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw fault }
    return .list(items)
  }

  private mutating func number() throws(Fault) -> String {
    let start = offset
    while offset < input.count, Array("+-.eE0123456789".utf8).contains(input[offset]) {
      offset += 1
    }
    let literal = String(decoding: input[start..<offset], as: UTF8.self)
    guard Double(literal) != nil, literal.first != "+", literal.first != "." else { throw fault }
    return literal
  }

  private mutating func text() throws(Fault) -> String {
    var units: [UInt8] = []
    while offset < input.count {
      let byte = input[offset]
      offset += 1
      switch byte {
      case 0x22: return String(decoding: units, as: UTF8.self)
      case 0x5C: units += try escape()
      case 0..<0x20: throw fault
      default: units.append(byte)
      }
    }
    throw fault
  }

  private mutating func escape() throws(Fault) -> [UInt8] {
    let plain: [Character: UInt8] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    for (character, byte) in plain where take(character) { return [byte] }
    guard take("u") else { throw fault }
    let first = try hexUnit()
    guard (0xD800..<0xDC00).contains(first) else { return try utf8(UInt32(first)) }
    guard take("\\"), take("u") else { throw fault }
    let second = try hexUnit()
    guard (0xDC00..<0xE000).contains(second) else { throw fault }
    return try utf8(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
  }

  private mutating func hexUnit() throws(Fault) -> UInt16 {
    guard offset + 4 <= input.count,
      let unit = UInt16(String(decoding: input[offset..<offset + 4], as: UTF8.self), radix: 16)
    else { throw fault }
    offset += 4
    return unit
  }

  private func utf8(_ value: UInt32) throws(Fault) -> [UInt8] {
    guard let scalar = Unicode.Scalar(value) else { throw fault }
    return Array(String(Character(scalar)).utf8)
  }
}
