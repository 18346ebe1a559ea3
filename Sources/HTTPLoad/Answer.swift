/// An answer where it lies in the receive buffer; whoever is shown it copies what it keeps.
public struct Answer: ~Copyable {
  public let status: Int
  /// Monotonic clock, nanoseconds.
  public let receivedAt: Int64
  private let bytes: UnsafeRawBufferPointer

  // SAFETY: the bytes outlive the call that lends this value; it cannot be copied out of it.
  init(lending bytes: UnsafeRawBufferPointer, status: Int, receivedAt: Int64) {
    self.bytes = bytes
    self.status = status
    self.receivedAt = receivedAt
  }

  /// For transports that have the body as an array.
  public static func show<Result>(
    status: Int, body: [UInt8], receivedAt: Int64, to reader: (borrowing Answer) -> Result
  ) -> Result {
    body.withUnsafeBytes { bytes in
      reader(Answer(lending: bytes, status: status, receivedAt: receivedAt))
    }
  }

  public var bodyByteCount: Int { bytes.count }

  public func contains(_ pattern: BytePattern) -> Bool { pattern.offset(in: bytes) != nil }

  public func body() -> [UInt8] { Array(bytes) }

  /// The text between the first `pattern` and the next quotation mark, at most `limitBytes` long.
  public func text(behind pattern: BytePattern, limitBytes: Int) -> [UInt8]? {
    guard let start = pattern.offset(in: bytes) else { return nil }
    let rest = bytes[(start + pattern.bytes.count)...].prefix(limitBytes + 1)
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    return Array(rest[..<end])
  }

  /// Whether the text behind the first `pattern` goes on with these bytes.
  public func hasText(_ text: ArraySlice<UInt8>, behind pattern: BytePattern) -> Bool {
    guard let start = pattern.offset(in: bytes) else { return false }
    return bytes[(start + pattern.bytes.count)...].starts(with: text)
  }
}
