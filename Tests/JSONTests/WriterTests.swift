import JSON
import Testing

@Suite struct WriterTests {
  @Test func `commas stand where they must`() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("a")
    writer.beginArray()
    writer.integer(1)
    writer.string("x")
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.endArray()
    writer.name("b")
    writer.null()
    writer.name("c")
    writer.raw(#"{"d":1}"#)
    writer.name("e")
    writer.bool(false)
    writer.endObject()
    #expect(writer.text == #"{"a":[1,"x",{},[]],"b":null,"c":{"d":1},"e":false}"#)
  }

  @Test func `what must be escaped is, and nothing else`() {
    var writer = JSONWriter()
    writer.string("\"\\/\n\r\t\u{1}\u{1F}\u{7F}é😀<")
    #expect(writer.text == "\"\\\"\\\\/\\n\\r\\t\\u0001\\u001f\u{7F}é😀<\"")
  }

  @Test func `nothing is written as null`() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.string(String?.none)
    writer.integer(Int?.none)
    writer.integer(Int64.min)
    writer.endArray()
    #expect(writer.text == "[null,null,-9223372036854775808]")
  }
}
