import Cryptography

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

extension UInt64 {
  init(bigEndian bytes: some Sequence<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension [UInt8] {
  mutating func append(bigEndian value: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }
}
