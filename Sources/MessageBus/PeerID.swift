/// The id that a ROUTER made for a connection: a zero and four bytes.
///
/// Ids that a peer chose for itself are refused: a peer that crashed would find its name still
/// taken (zeromq/libzmq#778), and could take another's.
struct PeerID: Hashable, Sendable {
  static let byteCount = 5
  private let number: UInt32

  init(number: UInt32) {
    self.number = number
  }

  init?(_ frame: RawSpan) {
    guard frame.byteCount == Self.byteCount, Self.byte(frame, 0) == 0 else { return nil }
    number = (1..<Self.byteCount).reduce(0) { $0 << 8 | UInt32(Self.byte(frame, $1)) }
  }

  var bytes: [UInt8] {
    [
      0, UInt8(truncatingIfNeeded: number >> 24), UInt8(truncatingIfNeeded: number >> 16),
      UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number),
    ]
  }

  /// Lends the five bytes without making an array of them.
  func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Big-endian in memory: the last five bytes are the id's zero and its number.
    let block = UInt64(number).bigEndian
    return try withUnsafeBytes(of: block) { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[3...]).bytes)
    }
  }

  private static func byte(_ frame: RawSpan, _ offset: Int) -> UInt8 {
    frame.withUnsafeBytes { $0[offset] }
  }
}
