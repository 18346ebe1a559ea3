import Cryptography
import Encodings

/// Sixteen bytes of SHA-256(key id, nonce): under this name a nonce is remembered as used.
struct NonceDigest: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  init(keyID: String, nonce: String) {
    var message: [UInt8] = []
    message.reserveCapacity(keyID.utf8.count + 1 + nonce.utf8.count)
    message.append(contentsOf: keyID.utf8)
    // Neither part has a line feed, so that two pairs never make one message.
    message.append(UInt8(ascii: "\n"))
    message.append(contentsOf: nonce.utf8)
    let hash = SHA256.hash(message)
    high = UInt64(bigEndian: hash[0..<8])
    low = UInt64(bigEndian: hash[8..<16])
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: high)
    bytes.append(bigEndian: low)
  }
}
