import Licensing
import Testing

@testable import LicenseStore

@Suite struct RedisKeysTests {
  private let keys = RedisKeys(epoch: 42)

  private func text(_ key: [UInt8]) -> String { String(decoding: key, as: UTF8.self) }

  @Test(arguments: [0, 1, UInt64.max, 0x0123_4567_89AB_CDEF, 0x8000_0000_0000_0000])
  func `A key ends in the characters that the id shows outside`(id: UInt64) {
    let binding = BindingID(rawValue: id)
    #expect(text(keys.binding(binding)) == "cs:42:b:" + "\(binding)".dropFirst(4))
    #expect(text(keys.end(binding)) == "cs:42:e:" + "\(binding)".dropFirst(4))
    let license = LicenseID(rawValue: id)
    #expect(text(keys.license(license)) == "cs:42:l:" + "\(license)".dropFirst(4))
  }

  @Test func `Every key begins with its epoch`() {
    #expect(text(keys.run) == "cs:42:run")
    #expect(text(keys.apps) == "cs:42:apps")
    let rate = keys.rate(Samples.check(limit: 1, subject: "a\r\nb"))
    #expect(text(rate) == "cs:42:r:activate_device:" + "\(Samples.app)".dropFirst(4) + ":a\r\nb")
  }

  @Test func `A nonce takes sixteen bytes of its digest`() {
    let digest = NonceDigest(keyID: "app_x", nonce: "n")
    let key = keys.nonce(digest)
    #expect(key.count == "cs:42:n".utf8.count + 16)
    #expect(text(Array(key.prefix(7))) == "cs:42:n")
  }

  @Test func `Another key or another nonce is another digest`() {
    let digest = NonceDigest(keyID: "app_x", nonce: "nonce")
    #expect(digest == NonceDigest(keyID: "app_x", nonce: "nonce"))
    #expect(digest != NonceDigest(keyID: "app_xn", nonce: "once"))
    #expect(digest != NonceDigest(keyID: "app_y", nonce: "nonce"))
  }
}
