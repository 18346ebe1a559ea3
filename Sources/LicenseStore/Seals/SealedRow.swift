import Cryptography
import Encodings

/// One log row as a seal knows it: where it stands, and a digest of what it says.
struct SealedRow: Hashable, Sendable {
  /// Two ids of 8 bytes and a digest.
  static let byteCount = 16 + SHA256.byteCount

  let position: LogPosition
  /// SHA-256 over all columns but the two of the position, so that a row is known again wherever
  /// it was put.
  let digest: [UInt8]

  init(position: LogPosition, digest: [UInt8]) {
    self.position = position
    self.digest = digest
  }

  var bytes: [UInt8] {
    Self.bigEndian(position.transactionID) + Self.bigEndian(position.logID) + digest
  }

  /// `nil` for bytes that are no whole rows.
  static func rows(_ bytes: [UInt8]) -> [SealedRow]? {
    guard bytes.count.isMultiple(of: byteCount) else { return nil }
    return stride(from: 0, to: bytes.count, by: byteCount).map { start in
      let position = LogPosition(
        transactionID: integer(bytes[start..<start + 8]),
        logID: integer(bytes[start + 8..<start + 16]))
      return SealedRow(
        position: position, digest: Array(bytes[start + 16..<start + byteCount]))
    }
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  static func bigEndian(_ number: Int64) -> [UInt8] {
    let bits = UInt64(bitPattern: number)
    return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
  }
}
