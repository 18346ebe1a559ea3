import Licensing

/// All that a verdict reads, as PostgreSQL has it.
public struct BindingSnapshot: Hashable, Sendable {
  public let binding: Binding
  public let token: TokenState
  public let license: License
  /// The licence's row was edited behind the service's back: nothing it says counts.
  public let isTampered: Bool

  public init(binding: Binding, token: TokenState, license: License, isTampered: Bool) {
    self.binding = binding
    self.token = token
    self.license = license
    self.isTampered = isTampered
  }
}
