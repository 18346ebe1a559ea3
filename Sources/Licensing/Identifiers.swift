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
    self.init(characters: Array(text.utf8)[...])
  }

  /// From the text as ASCII bytes.
  init?(characters: ArraySlice<UInt8>) {
    guard characters.starts(with: Self.prefix.utf8),
      let bytes = Base32.decode(characters.dropFirst(Self.prefix.utf8.count), byteCount: 8)
    else { return nil }
    self.init(rawValue: UInt64(bigEndian: bytes[...]))
  }

  public var description: String {
    var characters: [UInt8] = []
    append(to: &characters)
    return String(decoding: characters, as: UTF8.self)
  }

  /// Puts the id's text behind what is there, as ASCII bytes.
  public func append(to characters: inout [UInt8]) {
    characters.append(contentsOf: Self.prefix.utf8)
    Base32.append(rawValue, to: &characters)
  }

  /// Eight bytes, big-endian.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: rawValue)
    return bytes
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
  private let high: UInt64
  private let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(high: UInt64(bigEndian: bytes[..<8]), low: UInt64(bigEndian: bytes[8...]))
  }

  public static func random() -> RequestID {
    var generator = SystemRandomNumberGenerator()
    return RequestID(high: generator.next(), low: generator.next())
  }

  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    bytes.append(bigEndian: high)
    bytes.append(bigEndian: low)
    return bytes
  }

  public var description: String { "req_" + Base32.encode(bytes) }
}
