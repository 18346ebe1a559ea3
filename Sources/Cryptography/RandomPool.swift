/// A generator that fetches many random bytes at a time: for values that every answer needs. Used by
/// one thread.
public struct RandomPool: RandomNumberGenerator {
  private static let byteCount = 4096

  private var bytes: [UInt8] = []

  public init() {}

  /// No byte is ever given twice.
  public mutating func next() -> UInt64 {
    if bytes.isEmpty { bytes = RandomBytes.make(count: Self.byteCount) }
    let value = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    bytes.removeLast(8)
    return value
  }
}
