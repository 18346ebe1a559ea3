import Testing

@testable import HTTPServer

/// RFC 9112 6.3, RFC 9110 8.6: a length is digits, whatever the library before us lets through.
@Suite struct ContentLengthTests {
  @Test(arguments: [
    ("0", 0), ("47", 47), ("007", 7), ("999999999999999999", 999_999_999_999_999_999),
  ])
  func `a length is of one to eighteen digits`(text: String, length: Int) {
    #expect(read(text) == length)
  }

  @Test(arguments: [
    "", "+5", "-5", " 5", "5 ", "0x5", "5x", "1_0", "5,5", "5, 5", "٥", "1000000000000000000",
  ])
  func `another text is no length`(text: String) {
    #expect(read(text) == nil)
  }

  private func read(_ text: String) -> Int? {
    Array(text.utf8).withUnsafeBufferPointer(HeadReader.length)
  }
}
