import Testing

@testable import countersign

struct ArgumentsTests {
  private func parse(_ words: String...) throws -> Arguments {
    try Arguments(words, options: ["--port", "--scope"], switches: ["--detach"])
  }

  @Test func `options take a value in either form, switches none`() throws {
    let parsed = try parse("--port", "1", "--detach", "word", "--scope=a=b")
    #expect(try parsed.value("--port") == "1")
    #expect(try parsed.value("--scope") == "a=b")
    #expect(parsed.has("--detach") && parsed.words == ["word"])
  }

  @Test func `an option may stand several times where that makes sense`() throws {
    let parsed = try parse("--scope", "a", "--scope", "b")
    #expect(parsed.all("--scope") == ["a", "b"])
    #expect(throws: UsageFault.self) { try parsed.value("--scope") }
  }

  @Test func `strangers, missing values and values of switches are refused`() {
    #expect(throws: UsageFault.self) { try parse("--prot", "1") }
    #expect(throws: UsageFault.self) { try parse("--port") }
    #expect(throws: UsageFault.self) { try parse("--detach=yes") }
    #expect(throws: UsageFault.self) { try parse("word").refuseWords() }
  }

  @Test(arguments: ["0", "65536", "x", "", "-1", "1.0"])
  func `numbers outside their range are refused`(text: String) throws {
    let parsed = try parse("--port", text)
    #expect(throws: UsageFault.self) { try parsed.integer("--port", in: 1...65_535) }
  }
}
