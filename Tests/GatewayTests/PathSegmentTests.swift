import Testing

@testable import Gateway

/// EDG-01: decoded once.
@Suite struct PathSegmentTests {
  @Test(arguments: [
    ("M%26M", "M&M"), ("M%2526M", "M%26M"), ("1%25%20milk", "1% milk"), ("a%2Bb", "a+b"),
    ("a+b", "a+b"), ("%E2%82%AC", "€"), ("", ""),
  ])
  func `escapes are decoded once`(raw: String, decoded: String) {
    #expect(PathSegment.decode(Array(raw.utf8)[...]) == Array(decoded.utf8))
  }

  @Test(arguments: ["%", "%2", "a%", "%g0", "%0g", "%%20"])
  func `half escapes are refused`(raw: String) {
    #expect(PathSegment.decode(Array(raw.utf8)[...]) == nil)
  }
}
