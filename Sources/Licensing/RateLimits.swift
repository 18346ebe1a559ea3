/// How often in a window. `nil` lifts a limit.
public struct RateLimits: Hashable, Sendable {
  public static let range = 1...1_000_000

  public var activateDevicePerMinute: Int? = 10
  public var activateAddressPerMinute: Int? = 30
  public var renewDevicePerMinute: Int? = 10
  public var verifyTokenPerMinute: Int? = 60
  public var unknownCodeAddressPer10Minutes: Int? = 10

  public init() {}

  /// `nil` where the limit is lifted.
  public func rule(_ name: RateRule.Name) -> RateRule? {
    switch name {
    case .activateDevice: rule(name, activateDevicePerMinute, windowSeconds: 60)
    case .activateAddress: rule(name, activateAddressPerMinute, windowSeconds: 60)
    case .renewDevice: rule(name, renewDevicePerMinute, windowSeconds: 60)
    case .verifyToken: rule(name, verifyTokenPerMinute, windowSeconds: 60)
    case .deactivateToken: .deactivation
    case .unknownCodeAddress: rule(name, unknownCodeAddressPer10Minutes, windowSeconds: 600)
    }
  }

  private func rule(_ name: RateRule.Name, _ limit: Int?, windowSeconds: Int) -> RateRule? {
    limit.map { RateRule(name: name, limit: $0, windowSeconds: windowSeconds) }
  }
}
