import Cryptography
import Encodings
import JSON
import Testing

@Suite struct HMACSHA256Tests {
  // RFC 4231 sections 4.2 to 4.4, 4.7 and 4.8
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `the vectors of RFC 4231 hold`(_ key: [UInt8], _ message: [UInt8], _ tag: String) {
    #expect(Hex.encode(HMACSHA256.tag(key: key, message: message)) == tag)
  }

  @Test func `the vectors of Wycheproof hold`() throws {
    var checked = 0
    for group in try #require(Vectors.read("hmac_sha256_test.json")["testGroups"]?.array) {
      let size = try #require(group["tagSize"]?.int64) / 8
      for test in try #require(group["tests"]?.array) {
        let tag = HMACSHA256.tag(key: Vectors.hex(test["key"]), message: Vectors.hex(test["msg"]))
        let isEqual = constantTimeEquals(Array(tag.prefix(Int(size))), Vectors.hex(test["tag"]))
        #expect(isEqual == (test["result"]?.string == "valid"), "\(test["tcId"]?.int64 ?? 0)")
        checked += 1
      }
    }
    #expect(checked == 104)
  }

  @Test func `an empty key is a key`() {
    #expect(
      Hex.encode(HMACSHA256.tag(key: [], message: []))
        == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }

  @Test func `only the whole tag is one`() {
    let key = SecretBytes(Array("key".utf8))
    let tag = HMACSHA256.tag(key: key, message: [1])
    #expect(HMACSHA256.isValid(tag, key: key, message: [1]))
    #expect(!HMACSHA256.isValid(Array(tag.dropLast()), key: key, message: [1]))
    #expect(!HMACSHA256.isValid([], key: key, message: [1]))
    #expect(!HMACSHA256.isValid(tag, key: key, message: [2]))
  }
}
