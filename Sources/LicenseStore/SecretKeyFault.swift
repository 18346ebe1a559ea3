/// Why a key file cannot be used. Quotes nothing of it.
public enum SecretKeyFault: Error, Hashable, Sendable, CustomStringConvertible {
  case keyCount, unreadableLine, doubledNumber, noMaker

  public var code: String { "KEY_FILE_UNREADABLE" }
  public var isRetryable: Bool { false }

  public var description: String {
    switch self {
    case .keyCount: "a key file holds one or two keys"
    case .unreadableLine:
      "a line is not `<number> <32 bytes in base64url>`, with or without `later`"
    case .doubledNumber: "two keys have the same number"
    case .noMaker: "every key is marked `later`, so that none makes"
    }
  }
}
