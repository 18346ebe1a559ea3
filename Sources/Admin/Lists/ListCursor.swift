import Cryptography
import Encodings
import Instants
import LicenseStore

/// Where a list goes on, as an opaque text of `A–Z a–z 0–9 - _`: bound to filter and sort, for
/// with others the same place means nothing.
struct ListCursor: Equatable {
  private static let version: UInt8 = 1
  private static let bindingByteCount = 8
  private static let textByteLimit = 64

  var position: ListPosition

  init(_ position: ListPosition) { self.position = position }

  /// `nil`: no cursor, or one of another list. `scope` says filter and sort in full.
  init?(text: String, scope: String) {
    guard let bytes = Base64URL.decode(text.utf8), bytes.first == Self.version else { return nil }
    var rest = bytes.dropFirst()
    guard rest.prefix(Self.bindingByteCount) == Self.binding(scope)[...] else { return nil }
    rest = rest.dropFirst(Self.bindingByteCount)
    guard let id = Self.takeInteger(&rest), let key = Self.key(rest) else { return nil }
    position = ListPosition(key: key, id: id)
  }

  func text(scope: String) -> String {
    let bytes =
      [Self.version] + Self.binding(scope) + Self.bytes(position.id) + Self.bytes(position.key)
    return Base64URL.encode(bytes)
  }

  private static func binding(_ scope: String) -> [UInt8] {
    Array(SHA256.hash(Array(scope.utf8)).prefix(bindingByteCount))
  }

  private static func bytes(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
  }

  private static func bytes(_ key: ListPosition.Key) -> [UInt8] {
    switch key {
    case .none: [0]
    case .instant(let instant): [1] + bytes(UInt64(bitPattern: instant.secondsSinceEpoch))
    case .text(let text): [2] + Array(text.utf8)
    }
  }

  private static func key(_ bytes: ArraySlice<UInt8>) -> ListPosition.Key? {
    var rest = bytes.dropFirst()
    switch bytes.first {
    case 0: return rest.isEmpty ? ListPosition.Key.none : nil
    case 1: return takeInteger(&rest).flatMap { rest.isEmpty ? instant($0) : nil }
    case 2: return text(rest)
    default: return nil
    }
  }

  private static func instant(_ bits: UInt64) -> ListPosition.Key? {
    let instant = Timestamp(secondsSinceEpoch: Int64(bitPattern: bits))
    return (Timestamp.earliest...Timestamp.latest).contains(instant) ? .instant(instant) : nil
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> ListPosition.Key? {
    guard bytes.count <= textByteLimit, !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self).map(ListPosition.Key.text)
  }

  private static func takeInteger(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    guard bytes.count >= 8 else { return nil }
    defer { bytes = bytes.dropFirst(8) }
    return bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
