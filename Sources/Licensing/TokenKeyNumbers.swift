/// The token keys that a process holds, by their numbers.
public struct TokenKeyNumbers: Hashable, Sendable {
  /// Of the key that makes new tokens.
  public var current: UInt8
  /// Of those that made tokens which still serve.
  public var others: Set<UInt8>

  public init(current: UInt8, others: Set<UInt8> = []) {
    self.current = current
    self.others = others
  }

  /// Whether a token by this key can be made again, to the byte.
  public func holds(_ number: UInt8) -> Bool { number == current || others.contains(number) }
}
