/// A key of HMAC with SHA-256 (RFC 2104), made ready: its two blocks are hashed once, whatever it
/// signs. A secret like the key itself.
public struct HMACKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// Of SHA-256, in bytes.
  private static let blockByteCount = 64

  private let inner: SHA256
  private let outer: SHA256

  public init(_ key: [UInt8]) {
    let short = key.count > Self.blockByteCount ? SHA256.hash(key) : key
    var block = short + [UInt8](repeating: 0, count: Self.blockByteCount - short.count)
    inner = Self.begin(&block, masked: 0x36)
    // Takes the first mask off and puts the second on.
    outer = Self.begin(&block, masked: 0x36 ^ 0x5C)
  }

  public init(_ key: SecretBytes) { self.init(key.bytes) }

  /// 32 bytes.
  public func tag(of message: [UInt8]) -> [UInt8] {
    var inner = inner
    inner.update(message)
    var outer = outer
    outer.update(inner.finish())
    return outer.finish()
  }

  /// Compares all 32 bytes in constant time; a shorter tag is none.
  public func isValid(_ tag: [UInt8], for message: [UInt8]) -> Bool {
    constantTimeEquals(tag, self.tag(of: message))
  }

  public var description: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  private static func begin(_ block: inout [UInt8], masked mask: UInt8) -> SHA256 {
    for index in block.indices { block[index] ^= mask }
    var hash = SHA256()
    hash.update(block)
    return hash
  }
}
