import JSON
import Testing

@Suite struct CorpusTests {
  @Test func `the corpus of JSON texts is judged as its authors say`() throws {
    var judged = 0
    for vector in try Vectors.parsingCases() {
      let isAccepted = (try? JSON.parse(vector.text)) != nil
      switch vector.name.first {
      case "y": #expect(isAccepted || isRefusedByDesign(vector), "\(vector.name)")
      case "n": #expect(!isAccepted, "\(vector.name)")
      default: break  // either way, without a crash
      }
      judged += 1
    }
    #expect(judged == 210)
  }

  /// U+0000 is JSON, and refused here: PostgreSQL cannot store it.
  private func isRefusedByDesign(_ vector: Vectors.ParsingCase) -> Bool {
    String(decoding: vector.text, as: UTF8.self).contains(#"\u0000"#)
  }

  @Test func `what was accepted reads the same when written and read again`() throws {
    for vector in try Vectors.parsingCases() {
      guard let value = try? JSON.parse(vector.text) else { continue }
      let again = try JSON.parse(Array(value.compactText.utf8))
      #expect(again == value, "\(vector.name)")
      #expect(again.compactText == value.compactText, "\(vector.name)")
    }
  }

  @Test func `naughty strings come back byte for byte`() throws {
    let strings = try #require(JSON.parse(Vectors.bytes("blns.json")).array)
    #expect(strings.count == 306)
    for value in strings {
      let text = try #require(value.string)
      var writer = JSONWriter()
      writer.string(text)
      let read = try #require(JSON.parse(writer.bytes).string)
      #expect(read.utf8.elementsEqual(text.utf8))
    }
  }
}
