import ZeroMQ

/// Keys that a log has named already, up to a bound, so that a stranger who knocks for ever fills
/// no disk.
struct NamedOnce: Sendable {
  private let limit: Int
  private var keys: Set<CurvePublicKey> = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether the key is to be named now.
  mutating func isNew(_ key: CurvePublicKey) -> Bool {
    keys.count < limit && keys.insert(key).inserted
  }

  mutating func forget() { keys.removeAll() }
}
