/// What to think of this process' clock, by those of its stores. `nil`: that clock could not be read.
public struct ClockDecision: Hashable, Sendable {
  public enum Distance: Hashable, Sendable {
    case near
    /// Beyond what people are told of.
    case apart
    /// One of the two is wrong.
    case far
  }

  public var postgres: Distance?
  public var redis: Distance?

  public init(postgres: Distance? = nil, redis: Distance? = nil) {
    self.postgres = postgres
    self.redis = redis
  }

  public subscript(store: StoreClock) -> Distance? {
    get { store == .postgres ? postgres : redis }
    set { if store == .postgres { postgres = newValue } else { redis = newValue } }
  }

  /// Whether to answer by this clock. Two clocks that agree outvote the third: where one store is
  /// near, the other's clock is the wrong one.
  ///
  /// Where only one store could be read and is far, either may be wrong, and nothing is answered:
  /// who is refused asks again, while a credential of the future cannot be called back, and its
  /// client takes none of an earlier `iat`. Where no clock could be read there is nothing against
  /// ours; what a missing store forbids is said elsewhere.
  public var isFit: Bool {
    let known = [postgres, redis].compactMap { $0 }
    return known.isEmpty || known.contains { $0 != .far }
  }
}
