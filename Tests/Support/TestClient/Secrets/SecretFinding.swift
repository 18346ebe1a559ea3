/// A secret where none may be: what kind, and where; never the secret itself.
public struct SecretFinding: Sendable, Hashable {
  public let kind: SecretKind
  /// Bytes from the beginning of what was searched.
  public let offset: Int

  public init(kind: SecretKind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
