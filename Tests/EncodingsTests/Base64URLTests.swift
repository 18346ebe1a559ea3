import Encodings
import Testing

@Suite struct Base64URLTests {
  // RFC 4648 section 10, without padding
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of RFC 4648 go both ways`(_ plain: String, _ encoded: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
    #expect(Base64URL.decode(encoded.utf8) == Array(plain.utf8))
  }

  @Test func `the last two characters are those of the URL alphabet`() {
    #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
    #expect(Base64URL.decode("-_8".utf8) == [0xFB, 0xFF])
  }

  @Test(arguments: ["Zg==", "Z", "Zh", "Zm9", "+_8", "-/8", "Zg\n", " Zg", "Zé", "Zm9vY"])
  func `one value has one text`(_ text: String) {
    #expect(Base64URL.decode(text.utf8) == nil)
  }

  @Test func `every byte survives`() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(Base64URL.decode(Base64URL.encodeBytes(bytes)) == bytes)
  }
}
