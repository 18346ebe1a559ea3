import Instants

/// A binding's access tokens: the current generation and what is left of the one before.
public struct TokenState: Hashable, Sendable {
  /// 1 for the first; at most 2^24 - 1, for a token has three bytes for it.
  public var generation: UInt32
  /// The token key that the current generation was made with.
  public var keyNumber: UInt8
  public var issuedAt: Timestamp
  public var endsAt: Timestamp
  /// When the generation before stops; `nil` where there was none.
  public var previousEndsAt: Timestamp?

  public init(
    generation: UInt32, keyNumber: UInt8, issuedAt: Timestamp, endsAt: Timestamp,
    previousEndsAt: Timestamp?
  ) {
    self.generation = generation
    self.keyNumber = keyNumber
    self.issuedAt = issuedAt
    self.endsAt = endsAt
    self.previousEndsAt = previousEndsAt
  }
}
