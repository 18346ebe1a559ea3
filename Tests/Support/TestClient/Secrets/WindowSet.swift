/// Windows and what they are of, with a bitmap before them that says no to nearly all other bytes.
struct WindowSet {
  /// 2^22 bits, half a mebibyte: with as many windows as `SecretWatch` keeps, nine in ten are zero.
  private static let bitCountLog = 22

  private var kinds: [ByteWindow: SecretKind] = [:]
  private var bits = [UInt64](repeating: 0, count: 1 << (bitCountLog - 6))

  var count: Int { kinds.count }

  func contains(_ window: ByteWindow) -> Bool { kinds[window] != nil }

  mutating func insert(_ window: ByteWindow, _ kind: SecretKind) {
    kinds[window] = kind
    let place = Self.place(window.low)
    bits[place >> 6] |= 1 << UInt64(place & 63)
  }

  /// Where in `bytes` such a window begins.
  func findings(in bytes: [UInt8]) -> [SecretFinding] {
    guard bytes.count >= ByteWindow.byteCount, !kinds.isEmpty else { return [] }
    var found: [SecretFinding] = []
    bytes.withUnsafeBytes { bytes in
      bits.withUnsafeBufferPointer { bits in
        var offset = 0
        while offset <= bytes.count - ByteWindow.byteCount {
          let low = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          let place = Self.place(low)
          if bits[place >> 6] >> UInt64(place & 63) & 1 == 1,
            let kind = kinds[ByteWindow(bytes, at: offset)]
          {
            found.append(SecretFinding(kind: kind, offset: offset))
          }
          offset += 1
        }
      }
    }
    return found
  }

  private static func place(_ low: UInt64) -> Int {
    Int(truncatingIfNeeded: (low &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bitCountLog))
  }
}
