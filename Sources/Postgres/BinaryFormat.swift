import Instants

/// PostgreSQL's binary representation of the few types used here: big-endian integers, instants as
/// microseconds since 2000-01-01 UTC, arrays as a header and length-counted elements.
enum BinaryFormat {
  /// Object ids of element types; fixed in `pg_type.dat`.
  enum ElementType: UInt32 {
    case bytea = 17
    case int8 = 20
    case text = 25
    case timestamptz = 1184
  }

  /// 2000-01-01T00:00:00Z.
  private static let epoch = Timestamp(secondsSinceEpoch: 946_684_800)

  static func int4(_ value: Int32) -> [UInt8] { bigEndian(UInt32(bitPattern: value)) }
  static func int8(_ value: Int64) -> [UInt8] { bigEndian(UInt64(bitPattern: value)) }

  static func timestamp(_ timestamp: Timestamp) -> [UInt8] {
    int8((timestamp - epoch) * 1_000_000)
  }

  static func array(of type: ElementType, _ elements: [[UInt8]?]) -> [UInt8] {
    guard !elements.isEmpty else { return int4(0) + int4(0) + bigEndian(type.rawValue) }
    let hasNull: Int32 = elements.contains { $0 == nil } ? 1 : 0
    var bytes = int4(1) + int4(hasNull) + bigEndian(type.rawValue)
    bytes += int4(Int32(elements.count)) + int4(1)
    for element in elements {
      bytes += int4(element.map { Int32($0.count) } ?? -1) + (element ?? [])
    }
    return bytes
  }

  static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    switch bytes.count {
    case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    default: nil
    }
  }

  /// Cut to whole seconds; `nil` for what is no instant. Infinity reads as an instant some 292,000
  /// years away, which nothing here ever writes.
  static func timestamp(_ bytes: UnsafeRawBufferPointer) -> Timestamp? {
    guard bytes.count == 8, let microseconds = integer(bytes) else { return nil }
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return epoch + (rest < 0 ? seconds - 1 : seconds)
  }

  /// The elements of a one-dimensional array without nulls; `nil` for any other.
  static func elements(_ bytes: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer]? {
    guard bytes.count >= 12 else { return nil }
    let dimensions = word(bytes, at: 0)
    if dimensions == 0 { return [] }
    guard dimensions == 1, bytes.count >= 20 else { return nil }
    return slices(bytes, count: Int(word(bytes, at: 12)))
  }

  private static func slices(
    _ bytes: UnsafeRawBufferPointer, count: Int
  ) -> [UnsafeRawBufferPointer]? {
    var slices: [UnsafeRawBufferPointer] = []
    var offset = 20
    for _ in 0..<count {
      guard offset + 4 <= bytes.count else { return nil }
      let length = Int(word(bytes, at: offset))
      guard length >= 0, offset + 4 + length <= bytes.count else { return nil }
      slices.append(UnsafeRawBufferPointer(rebasing: bytes[(offset + 4)..<(offset + 4 + length)]))
      offset += 4 + length
    }
    return slices
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
  }

  private static func bigEndian<Word: FixedWidthInteger>(_ value: Word) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
