import Encodings

/// A 64-bit random id: a `bigint` in tables, a prefix and 13 characters of base 32 outside.
public protocol ObjectID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// What the text begins with, its underscore included.
  static var prefix: String { get }
  var rawValue: UInt64 { get }
  init(rawValue: UInt64)
}

extension ObjectID {
  /// An id of another form is unknown, hence `nil`.
  public init?(text: some StringProtocol) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard let bytes = Base32.decode(digits, byteCount: 8) else { return nil }
    self.init(rawValue: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }

  public var description: String { Self.prefix + Base32.encode(bytes) }

  /// Eight bytes, big-endian.
  public var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: rawValue >> (56 - 8 * UInt64($0))) }
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

public struct AppID: ObjectID {
  public static let prefix = "app_"
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

public struct LicenseID: ObjectID {
  public static let prefix = "lic_"
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

public struct BindingID: ObjectID {
  public static let prefix = "bnd_"
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// An operator key's own id; the key itself is a secret and is stored hashed.
public struct OperatorKeyID: ObjectID {
  public static let prefix = "key_"
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Sixteen random bytes that name one request on its whole way; `req_…` outside.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  public static let byteCount = 16
  public let bytes: [UInt8]

  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  public static func random() -> RequestID {
    var generator = SystemRandomNumberGenerator()
    let halves = [generator.next(), generator.next()] as [UInt64]
    return RequestID(
      unchecked: halves.flatMap { half in
        (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * UInt64($0))) }
      })
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  public var description: String { "req_" + Base32.encode(bytes) }
}
