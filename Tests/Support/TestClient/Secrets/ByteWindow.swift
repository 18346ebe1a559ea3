/// Sixteen bytes of a secret: what is looked for in its stead, at the same cost for any number.
struct ByteWindow: Hashable {
  static let byteCount = 16

  let low: UInt64
  let high: UInt64

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    low = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    high = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
  }

  /// The beginning and the end of a text; none of one that is shorter.
  static func ends(of bytes: [UInt8]) -> (first: ByteWindow, last: ByteWindow)? {
    guard bytes.count >= byteCount else { return nil }
    return bytes.withUnsafeBytes { bytes in
      (ByteWindow(bytes, at: 0), ByteWindow(bytes, at: bytes.count - byteCount))
    }
  }
}
