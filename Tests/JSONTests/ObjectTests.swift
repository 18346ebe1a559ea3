import JSON
import Testing

@Suite struct ObjectTests {
  private func parse(_ text: String) throws -> JSONValue { try JSON.parse(Array(text.utf8)) }

  @Test func `of doubled names the last counts, at the place of the first`() throws {
    #expect(try parse(#"{"a":1,"b":2,"a":3}"#).compactText == #"{"a":3,"b":2}"#)
  }

  @Test func `of doubled names the last counts in large objects, too`() throws {
    let names = (0..<40).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    let value = try parse("{\(names),\"n3\":\"x\"}")
    #expect(value["n3"]?.string == "x")
    #expect(value.object?.members.count == 40)
    #expect(value.object?.members[3].name == "n3")
  }

  @Test func `names are told apart by their scalars`() throws {
    let value = try parse("{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value.object?.members.count == 2)
    #expect(value["\u{E9}"]?.int64 == 1)
    #expect(value["e\u{301}"]?.int64 == 2)
  }

  @Test func `order and digits are kept`() throws {
    let text = #"{"z":1.10,"a":[1e2,{"y":null}],"m":"ü"}"#
    #expect(try parse(text).compactText == text)
  }

  @Test func `an object over another replaces by top-level name`() throws {
    let app = try #require(parse(#"{"a":{"x":1},"b":2}"#).object)
    let own = try #require(parse(#"{"c":3,"a":{"y":1}}"#).object)
    let merged = JSONValue.object(app.overlaid(with: own))
    #expect(merged.compactText == #"{"a":{"y":1},"b":2,"c":3}"#)
  }

  @Test func `members can be set and taken away`() {
    var object: JSONObject = ["a": .number(JSONNumber(1)), "b": .null]
    object["a"] = .bool(true)
    object["b"] = nil
    object["c"] = .string("x")
    #expect(JSONValue.object(object).compactText == #"{"a":true,"c":"x"}"#)
  }

  @Test func `objects are equal whatever the order of their members`() throws {
    #expect(try parse(#"{"a":1,"b":2}"#) == parse(#"{"b":2,"a":1}"#))
    #expect(try parse(#"{"a":1}"#) != parse(#"{"a":2}"#))
  }
}
