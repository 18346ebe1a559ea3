import Cryptography
import Testing

@Suite struct SecretBytesTests {
  @Test func `a secret never shows itself`() throws {
    let secret = SecretBytes(Array("hunter2".utf8))
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), "\([secret])", dumped] {
      #expect(text.contains("<secret>"))
      #expect(!text.contains("104"))
    }
    #expect("\(try Ed25519PrivateKey.generate())" == "<secret>")
  }

  @Test func `secrets are equal when all their bytes are`() {
    #expect(SecretBytes([1, 2]) == SecretBytes([1, 2]))
    #expect(SecretBytes([1, 2]) != SecretBytes([1, 3]))
    #expect(SecretBytes([1, 2]) != SecretBytes([1]))
    #expect(SecretBytes([]) == SecretBytes([]))
  }

  @Test func `random bytes are as many as asked for, and others each time`() {
    #expect(RandomBytes.make(count: 0).isEmpty)
    #expect(RandomBytes.make(count: 32).count == 32)
    #expect(RandomBytes.make(count: 32) != RandomBytes.make(count: 32))
  }
}
