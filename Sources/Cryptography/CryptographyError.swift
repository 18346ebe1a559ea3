/// What could not be done. It names the step, never the bytes.
public enum CryptographyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library refused a step that only fails for want of memory.
  case libraryFailed(step: String)
  /// No PEM text of a key of the kind that was asked for.
  case notAKey
  /// A key, seed or nonce of another length.
  case wrongLength

  public var code: String {
    switch self {
    case .libraryFailed: "CRYPTOGRAPHY_FAILED"
    case .notAKey: "KEY_UNREADABLE"
    case .wrongLength: "KEY_LENGTH"
    }
  }

  public var isRetryable: Bool {
    if case .libraryFailed = self { true } else { false }
  }

  public var description: String {
    switch self {
    case .libraryFailed(let step): "the cryptography library failed at \(step)"
    case .notAKey: "the text is no PEM of an Ed25519 key without password"
    case .wrongLength: "a key of another length"
    }
  }
}
