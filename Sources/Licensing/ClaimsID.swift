import Encodings

/// `jti`: 128 random bits, which also keep sibling hashes of a batch meaningless to others.
public struct ClaimsID: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// From 128 random bits.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public static func random() -> ClaimsID {
    var generator = SystemRandomNumberGenerator()
    return ClaimsID(high: generator.next(), low: generator.next())
  }

  /// Puts 22 characters of base 64 URL behind what is there, as ASCII bytes.
  public func append(to characters: inout [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    bytes.append(bigEndian: high)
    bytes.append(bigEndian: low)
    Base64URL.append(bytes, to: &characters)
  }
}
