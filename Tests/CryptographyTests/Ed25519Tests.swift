import Cryptography
import Encodings
import JSON
import Testing

@Suite struct Ed25519Tests {
  // RFC 8032 section 7.1, tests 1 and 2
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
        + "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
  ])
  func `the vectors of RFC 8032 hold`(
    _ seed: String, _ publicKey: String, _ message: String, _ signature: String
  ) throws {
    let key = try Ed25519PrivateKey(seed: SecretBytes(Vectors.hex(seed)))
    #expect(Hex.encode(key.publicKey.raw) == publicKey)
    #expect(Hex.encode(key.sign(Vectors.hex(message))) == signature)
    #expect(
      key.publicKey.isValid(signature: Vectors.hex(signature), for: Vectors.hex(message)))
  }

  @Test func `the vectors of Wycheproof hold`() throws {
    var checked = 0
    for group in try #require(Vectors.read("ed25519_test.json")["testGroups"]?.array) {
      let key = try Ed25519PublicKey(raw: Vectors.hex(group["publicKey"]?["pk"]))
      for test in try #require(group["tests"]?.array) {
        let isValid = key.isValid(
          signature: Vectors.hex(test["sig"]), for: Vectors.hex(test["msg"]))
        #expect(isValid == (test["result"]?.string == "valid"), "\(test["tcId"]?.int64 ?? 0)")
        checked += 1
      }
    }
    #expect(checked == 91)
  }

  @Test func `a key survives its PEM`() throws {
    let key = try Ed25519PrivateKey.generate()
    let pem = try key.pem()
    #expect(String(decoding: pem.bytes, as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect(try Ed25519PrivateKey(pem: pem.bytes).seed == key.seed)
    #expect(try Ed25519PublicKey(pem: key.publicKey.pem()) == key.publicKey)
  }

  // RFC 8410 section 10.3
  @Test func `the key of RFC 8410 is read`() throws {
    let pem = """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
      -----END PRIVATE KEY-----
      """
    let key = try Ed25519PrivateKey(pem: Array(pem.utf8))
    #expect(
      Hex.encode(key.publicKey.raw)
        == "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1")
  }

  @Test func `what is no Ed25519 key is refused`() throws {
    let x25519 = """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VuBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
      -----END PRIVATE KEY-----
      """
    let publicPEM = try Ed25519PrivateKey.generate().publicKey.pem()
    for pem in [[], Array("junk".utf8), Array(x25519.utf8), publicPEM] {
      #expect(throws: CryptographyError.notAKey) { try Ed25519PrivateKey(pem: pem) }
    }
    #expect(throws: CryptographyError.wrongLength) {
      try Ed25519PrivateKey(seed: SecretBytes([1, 2, 3]))
    }
    #expect(throws: CryptographyError.wrongLength) { try Ed25519PublicKey(raw: [1, 2, 3]) }
  }

  @Test func `a signature of another length is none`() throws {
    let key = try Ed25519PrivateKey.generate()
    let signature = key.sign([1])
    #expect(!key.publicKey.isValid(signature: signature + [0], for: [1]))
    #expect(!key.publicKey.isValid(signature: [], for: [1]))
    #expect(!key.publicKey.isValid(signature: signature, for: [2]))
  }

  @Test func `many threads may sign with one key`() async throws {
    let key = try Ed25519PrivateKey.generate()
    let valid = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<200 {
        group.addTask {
          let message = [UInt8(index)]
          let signature = key.sign(message)
          return key.publicKey.isValid(signature: signature, for: message)
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(valid == 200)
  }
}
