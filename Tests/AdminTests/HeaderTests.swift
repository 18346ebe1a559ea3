import Testing

@testable import Admin

struct HeaderTests {
  @Test(arguments: [
    ("\"3\"", true), ("\"2\"", false), ("*", true), ("\"2\", \"3\"", true), ("\"2\",\"3\"", true),
    (" \"3\" ", true), ("W/\"3\"", false), ("\"03\"", false), ("\"x\"", false), ("\"\"", false),
  ])
  func `If-Match asks for a version`(header: String, allows: Bool) {
    #expect(IfMatch(header)?.allows(3) == allows)
  }

  @Test(arguments: ["", "3", "\"3", "\"3\" \"4\"", "\"3\",", ",\"3\"", "W/3", "*, \"3\""])
  func `what is no list of entity tags is no If-Match`(header: String) {
    #expect(IfMatch(header) == nil)
  }

  @Test func `an idempotency key is of visible ASCII, 1 to 255`() {
    #expect(IdempotencyKey("a-1_Z~") != nil)
    #expect(IdempotencyKey("") == nil)
    #expect(IdempotencyKey("a b") == nil)
    #expect(IdempotencyKey("ä") == nil)
    #expect(IdempotencyKey(String(repeating: "a", count: 255)) != nil)
    #expect(IdempotencyKey(String(repeating: "a", count: 256)) == nil)
  }
}
