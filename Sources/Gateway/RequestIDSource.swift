import Licensing

#if canImport(Glibc)
  import Glibc
#endif

/// Random request ids, with one system call for many of them. One thread only.
struct RequestIDSource {
  /// As much as the kernel gives at once.
  private static let poolBytes = 256

  private var pool: [UInt8] = []
  private var used = 0

  mutating func next() -> RequestID {
    if used + RequestID.byteCount > pool.count { refill() }
    defer { used += RequestID.byteCount }
    let bytes = Array(pool[used..<(used + RequestID.byteCount)])
    guard let id = RequestID(bytes: bytes) else {
      preconditionFailure("sixteen bytes make a request id")
    }
    return id
  }

  private mutating func refill() {
    pool = [UInt8](repeating: 0, count: Self.poolBytes)
    let outcome = getentropy(&pool, pool.count)
    precondition(outcome == 0, "the kernel gives random bytes")
    used = 0
  }
}
