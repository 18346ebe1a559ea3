/// Request ids of one client: eight random bytes that stay, then the request's number, so that an
/// answer finds its request by a number.
struct DirectRequestNames: Hashable, Sendable {
  private let prefix: UInt64

  init(prefix: UInt64) {
    self.prefix = prefix
  }

  func bytes(of number: UInt64) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      for index in 0..<8 {
        buffer[index] = UInt8(truncatingIfNeeded: prefix >> (56 - 8 * UInt64(index)))
        buffer[8 + index] = UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64(index)))
      }
      count = 16
    }
  }

  /// `nil`: not an id of this client.
  func number(of bytes: [UInt8]) -> UInt64? {
    guard bytes.count == 16 else { return nil }
    let halves = (bytes[..<8], bytes[8...])
    guard halves.0.reduce(0, { $0 << 8 | UInt64($1) }) == prefix else { return nil }
    return halves.1.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
