import COpenSSL

/// HMAC-SHA256 (RFC 2104) under one key, whose share of the work is done once.
///
/// A short message then costs two or three blocks of SHA-256 and no allocation. It holds what the
/// key was turned into, which is as secret as the key.
public struct PreparedHMAC: Sendable, CustomStringConvertible, CustomReflectable {
  public static let tagByteCount = 32
  /// Of SHA-256, in bytes.
  private static let blockByteCount = 64

  private let key: countersign_hmac_key

  public init(key: [UInt8]) {
    let short = key.count > Self.blockByteCount ? SHA256.hash(key) : key
    let block = short + [UInt8](repeating: 0, count: Self.blockByteCount - short.count)
    self.key = countersign_hmac_prepare(block)
  }

  public func tag(of message: borrowing [UInt8]) -> InlineArray<32, UInt8> {
    var tag = InlineArray<32, UInt8>(repeating: 0)
    var span = tag.mutableSpan
    span.withUnsafeMutableBufferPointer { tag in
      message.withUnsafeBytes { message in
        withUnsafePointer(to: key) {
          countersign_hmac_tag($0, message.baseAddress, message.count, tag.baseAddress)
        }
      }
    }
    return tag
  }

  public var description: String { "<secret>" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
