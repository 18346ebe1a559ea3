import Cryptography
import Encodings
import Testing

@Suite struct SHA256Tests {
  // FIPS 180-4
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `known texts have known hashes`(_ text: String, _ hash: String) {
    #expect(Hex.encode(SHA256.hash(Array(text.utf8))) == hash)
  }

  @Test func `a text in parts has the hash of the whole`() {
    var hash = SHA256()
    hash.update(Array("ab".utf8))
    hash.update([])
    hash.update(Array("c".utf8))
    #expect(hash.finish() == SHA256.hash(Array("abc".utf8)))
  }
}
