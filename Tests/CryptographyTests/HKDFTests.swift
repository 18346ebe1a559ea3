import Cryptography
import Encodings
import JSON
import Testing

@Suite struct HKDFTests {
  // RFC 5869 appendices A.1 to A.3
  @Test func `the first vector of RFC 5869 holds`() {
    let output = HKDF.sha256(
      secret: [UInt8](repeating: 0x0B, count: 22), salt: Array(0x00...0x0C),
      info: Array(0xF0...0xF9), length: 42)
    #expect(
      Hex.encode(output)
        == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
  }

  @Test func `the second vector, with longer inputs, holds`() {
    let output = HKDF.sha256(
      secret: Array(0x00...0x4F), salt: Array(0x60...0xAF), info: Array(0xB0...0xFF), length: 82)
    #expect(
      Hex.encode(output)
        == "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
        + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
        + "cc30c58179ec3e87c14c01d5c1f3434f1d87")
  }

  @Test func `the third vector, without salt and info, holds`() {
    let output = HKDF.sha256(secret: [UInt8](repeating: 0x0B, count: 22), info: [], length: 42)
    #expect(
      Hex.encode(output)
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
  }

  @Test func `another purpose gives another key`() {
    let secret = SecretBytes([UInt8](repeating: 7, count: 32))
    #expect(HKDF.sha256(secret: secret, info: "a") != HKDF.sha256(secret: secret, info: "b"))
    #expect(HKDF.sha256(secret: secret, info: "a") == HKDF.sha256(secret: secret, info: "a"))
  }

  /// Those that ask for more than RFC 5869 allows are our own mistake, were they asked for.
  @Test func `the vectors of Wycheproof hold`() throws {
    var checked = 0
    for group in try #require(Vectors.read("hkdf_sha256_test.json")["testGroups"]?.array) {
      for test in group["tests"]?.array ?? [] where test["result"]?.string == "valid" {
        let output = HKDF.sha256(
          secret: Vectors.hex(test["ikm"]), salt: Vectors.hex(test["salt"]),
          info: Vectors.hex(test["info"]), length: Int(test["size"]?.int64 ?? 0))
        #expect(output == Vectors.hex(test["okm"]), "\(test["tcId"]?.int64 ?? 0)")
        checked += 1
      }
    }
    #expect(checked == 83)
  }
}
