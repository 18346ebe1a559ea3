import COpenSSL

/// SHA-256 (FIPS 180-4): 32 bytes.
///
/// A value: a copy goes on from where it was taken, so that what many messages begin with is hashed
/// once.
public struct SHA256: Sendable {
  public static let byteCount = 32

  public static func hash(_ message: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(message)
    return hash.finish()
  }

  // SAFETY: a plain C struct without pointers.
  private var state = SHA256state_st()

  public init() { Self.require(SHA256_Init(&state)) }

  public mutating func update(_ part: [UInt8]) {
    Self.require(SHA256_Update(&state, part, part.count))
  }

  public mutating func update(_ part: ArraySlice<UInt8>) {
    part.withUnsafeBytes { Self.require(SHA256_Update(&state, $0.baseAddress, $0.count)) }
  }

  public consuming func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.byteCount) { digest, count in
      Self.require(SHA256_Final(digest.baseAddress, &state))
      count = Self.byteCount
    }
  }

  private static func require(_ done: Int32) {
    precondition(done == 1, "a hash of a few bytes cannot fail")
  }
}
