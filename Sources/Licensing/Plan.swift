/// What a licence was sold as. Days are days of 24 h and start at first activation.
public enum Plan: String, CaseIterable, Sendable {
  case trial, monthly, yearly, lifetime

  /// `nil` is without end; never 0.
  public var days: Int? {
    switch self {
    case .trial: 7
    case .monthly: 30
    case .yearly: 365
    case .lifetime: nil
    }
  }
}
