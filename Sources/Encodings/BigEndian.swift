/// Numbers as bytes, the most significant first.
extension [UInt8] {
  /// Puts the lowest `byteCount` bytes of `value` behind what is there.
  public mutating func append(bigEndian value: UInt64, byteCount: Int = 8) {
    append(addingCapacity: byteCount) { output in
      for index in 1...byteCount {
        output.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * (byteCount - index))))
      }
    }
  }
}

extension UInt64 {
  /// At most eight bytes.
  public init(bigEndian bytes: ArraySlice<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
