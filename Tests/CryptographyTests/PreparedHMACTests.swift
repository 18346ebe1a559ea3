import Cryptography
import Encodings
import Testing

@Suite struct PreparedHMACTests {
  private static func tag(_ key: PreparedHMAC, _ message: [UInt8]) -> [UInt8] {
    let tag = key.tag(of: message)
    return tag.indices.map { tag[$0] }
  }

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
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array(
        """
        This is a test using a larger than block-size key and a larger than block-size data. \
        The key needs to be hashed before being used by the HMAC algorithm.
        """.utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ])
  func `the vectors of RFC 4231 hold`(_ key: [UInt8], _ message: [UInt8], _ tag: String) {
    #expect(Hex.encode(Self.tag(PreparedHMAC(key: key), message)) == tag)
  }

  @Test func `one prepared key serves for messages of any length`() {
    let key = RandomBytes.make(count: 43)
    let prepared = PreparedHMAC(key: key)
    for length in 0..<300 {
      let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      #expect(Self.tag(prepared, message) == HMACSHA256.tag(key: key, message: message))
    }
  }

  @Test func `it shows nothing of the key`() {
    let prepared = PreparedHMAC(key: Array("a secret".utf8))
    #expect("\(prepared)" == "<secret>")
    #expect(Mirror(reflecting: prepared).children.isEmpty)
  }
}
