import CEpoll

/// Bytes that are looked for in answers.
public struct BytePattern: Sendable {
  let bytes: [UInt8]

  public init(_ text: String) { bytes = Array(text.utf8) }

  /// Where the first one begins.
  func offset(in text: UnsafeRawBufferPointer) -> Int? {
    guard let base = text.baseAddress,
      let found = countersign_find(base, text.count, bytes, bytes.count)
    else { return nil }
    return found - base
  }
}
