import Encodings
import Testing

@Suite struct Base32Tests {
  // RFC 4648 section 10, in lower case and without padding
  @Test(arguments: [
    ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"),
    ("fooba", "mzxw6ytb"), ("foobar", "mzxw6ytboi"),
  ])
  func `the vectors of RFC 4648 go both ways`(_ plain: String, _ encoded: String) {
    let bytes = Array(plain.utf8)
    #expect(Base32.encode(bytes) == encoded)
    #expect(Base32.decode(encoded.utf8, byteCount: bytes.count) == bytes)
  }

  @Test(arguments: ["MY", "my======", "m0", "m1", "mz", "m", "myy", "m y", "mé"])
  func `one value has one text`(_ text: String) {
    #expect(Base32.decode(text.utf8, byteCount: 1) == nil)
  }

  @Test func `eight bytes are thirteen characters and twenty are thirty-two`() {
    #expect(Base32.encode([UInt8](repeating: 255, count: 8)) == "777777777777" + "6")
    #expect(Base32.encode([UInt8](repeating: 0, count: 20)).utf8.count == 32)
  }
}
