import Encodings
import JSON
import Testing

@testable import Cryptography

@Suite struct AESGCMTests {
  private let key = SecretBytes(Array(0..<32))

  // The Galois/Counter Mode of Operation (McGrew, Viega), test cases 14 and 16
  @Test func `a known text has a known seal`() throws {
    let sealed = try AESGCM.seal(
      key: SecretBytes([UInt8](repeating: 0, count: 32)), nonce: [UInt8](repeating: 0, count: 12),
      plaintext: [UInt8](repeating: 0, count: 16), associatedData: [])
    #expect(
      Hex.encode(sealed.dropFirst(12))
        == "cea7403d4d606b6e074ec5d3baf39d18" + "d0d1c8a799996bf0265b98b5d48ab919")
  }

  @Test func `a known text with associated data has a known seal`() throws {
    let sealed = try AESGCM.seal(
      key: SecretBytes(
        Vectors.hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")),
      nonce: Vectors.hex("cafebabefacedbaddecaf888"),
      plaintext: Vectors.hex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
          + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"),
      associatedData: Vectors.hex("feedfacedeadbeeffeedfacedeadbeefabaddad2"))
    #expect(Hex.encode(sealed.suffix(16)) == "76fc6ece0f4e1768cddf8853bb2d551b")
  }

  @Test(arguments: [0, 1, 15, 16, 17, 4096])
  func `what was sealed can be opened`(_ length: Int) throws {
    let text = RandomBytes.make(count: length)
    let sealed = try AESGCM.seal(key: key, plaintext: text, associatedData: [1, 2])
    #expect(sealed.count == length + 28)
    #expect(try AESGCM.open(key: key, sealed: sealed, associatedData: [1, 2]) == text)
  }

  @Test func `a change of any byte is seen`() throws {
    let sealed = try AESGCM.seal(key: key, plaintext: [1, 2, 3], associatedData: [9])
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(try AESGCM.open(key: key, sealed: changed, associatedData: [9]) == nil)
    }
  }

  @Test func `another key, other associated data and a cut text do not open`() throws {
    let sealed = try AESGCM.seal(key: key, plaintext: [1], associatedData: [9])
    let other = SecretBytes([UInt8](repeating: 1, count: 32))
    #expect(try AESGCM.open(key: other, sealed: sealed, associatedData: [9]) == nil)
    #expect(try AESGCM.open(key: key, sealed: sealed, associatedData: []) == nil)
    #expect(
      try AESGCM.open(key: key, sealed: [UInt8](sealed.prefix(27)), associatedData: [9]) == nil)
    #expect(try AESGCM.open(key: key, sealed: [], associatedData: [9]) == nil)
  }

  @Test func `sealing twice gives two texts`() throws {
    let first = try AESGCM.seal(key: key, plaintext: [1], associatedData: [])
    #expect(try AESGCM.seal(key: key, plaintext: [1], associatedData: []) != first)
  }

  @Test func `a key of another length is refused`() {
    #expect(throws: CryptographyError.wrongLength) {
      try AESGCM.seal(key: SecretBytes([1]), plaintext: [], associatedData: [])
    }
  }

  @Test func `the vectors of Wycheproof hold`() throws {
    let group = try #require(Vectors.read("aes_gcm_test.json")["testGroups"]?.array?.first)
    var opened = 0
    for test in group["tests"]?.array ?? [] {
      let sealed = Vectors.hex(test["iv"]) + Vectors.hex(test["ct"]) + Vectors.hex(test["tag"])
      let text = try AESGCM.open(
        key: SecretBytes(Vectors.hex(test["key"])), sealed: sealed,
        associatedData: Vectors.hex(test["aad"]))
      let isValid = test["result"]?.string == "valid"
      #expect(text == (isValid ? Vectors.hex(test["msg"]) : nil), "\(test["tcId"]?.int64 ?? 0)")
      if isValid { opened += 1 }
    }
    #expect(opened == 39)
  }
}
