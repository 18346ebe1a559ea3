import COpenSSL

/// Whether two secrets are the same, in a time that depends on their length alone.
public func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
