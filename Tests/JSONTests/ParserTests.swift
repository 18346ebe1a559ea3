import JSON
import Testing

@Suite struct ParserTests {
  private func parse(_ text: String) throws -> JSONValue { try JSON.parse(Array(text.utf8)) }

  private func fault(of bytes: [UInt8]) -> JSONFault? {
    do throws(JSONFault) {
      _ = try JSON.parse(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func `values of each kind are read`() throws {
    let value = try parse(#" {"a":[null,true,false,"x",-1.5e2],"b":{}} "#)
    #expect(value["a"]?.array?.count == 5)
    #expect(value["a"]?.array?[4].number?.double == -150)
    #expect(value["b"]?.object?.members.isEmpty == true)
    #expect(value["c"] == nil)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2),
      ("[1}", .unexpectedCharacter, 2), ("1 2", .trailingBytes, 2),
      ("{\"a\" 1}", .unexpectedCharacter, 5),
      ("{a:1}", .unexpectedCharacter, 1), ("[1,]", .unexpectedCharacter, 3),
      ("nul", .unexpectedEnd, 3),
      ("01", .trailingBytes, 1), ("1.", .badNumber, 2), ("-", .badNumber, 1), ("1e", .badNumber, 2),
      ("1e400", .numberTooLarge, 0), ("[-1e400]", .numberTooLarge, 1),
      ("\"\\x\"", .badEscape, 3), ("\"\\u12g4\"", .badEscape, 5), ("\"\n\"", .controlCharacter, 1),
      ("\"\\ud800\"", .loneSurrogate, 7), ("\"\\ud800\\u0041\"", .loneSurrogate, 13),
      ("\"\\udc00\"", .loneSurrogate, 7), ("\"\\u0000\"", .nullCharacter, 7),
      ("{\"a\\u0000\":1}", .nullCharacter, 9), ("\"\u{0}\"", .nullCharacter, 1),
      ("\u{FEFF}1", .byteOrderMark, 0), ("\"abc", .unexpectedEnd, 4),
    ] as [(String, JSONFault.Reason, Int)])
  func `each fault is named with its place`(
    _ text: String, _ reason: JSONFault.Reason, _ offset: Int
  ) {
    #expect(fault(of: Array(text.utf8)) == JSONFault(offset: offset, reason: reason))
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ] as [[UInt8]])
  func `a text that is not UTF-8 is refused`(_ bytes: [UInt8]) {
    let quoted = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
    #expect(fault(of: quoted)?.reason == .badUTF8)
    let escaped = [UInt8(ascii: "\"")] + bytes + Array("\\n\"".utf8)
    #expect(fault(of: escaped)?.reason == .badUTF8)
  }

  @Test func `sixty-four levels are read and one more is not`() throws {
    let allowed = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try parse(allowed)
    #expect(fault(of: Array("[\(allowed)]".utf8))?.reason == .tooDeep)
    let objects = String(repeating: "{\"a\":", count: 65)
    #expect(fault(of: Array(objects.utf8))?.reason == .tooDeep)
  }

  @Test func `levels that were left do not count`() throws {
    let flat = "[" + Array(repeating: "[]", count: 100).joined(separator: ",") + "]"
    #expect(try parse(flat).array?.count == 100)
  }

  @Test func `a fault never quotes the text`() {
    let fault = fault(of: Array("{\"secret\":hunter2}".utf8))
    #expect(fault?.description == "a character that cannot stand here, at byte 10")
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ] as [(String, Int64)])
  func `integers are exact`(_ text: String, _ value: Int64) throws {
    #expect(try parse(text).int64 == value)
  }

  @Test(arguments: ["1.0", "1e2", "9223372036854775808", "-0.0", "1E0"])
  func `a fraction, an exponent or a number beyond 64 bits is no integer`(_ text: String) throws {
    let value = try parse(text)
    #expect(value.int64 == nil)
    #expect(value.compactText == text)
  }

  @Test func `escapes become what they stand for`() throws {
    #expect(try parse(#""\"\\\/\b\f\n\r\té\ud83d\ude00""#).string == "\"\\/\u{8}\u{C}\n\r\té😀")
  }

  @Test func `a hostile text of many names takes no square of time`() throws {
    let names = (0..<8000).map { "\"\($0)\":1" }.joined(separator: ",")
    #expect(try parse("{\(names),\"7\":2}")["7"]?.int64 == 2)
  }
}
