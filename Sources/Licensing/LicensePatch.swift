import Instants

/// The fields that an operator may change; a field not named stays as it is.
public struct LicensePatch: Hashable, Sendable {
  public static let allowDevicesRange = 1...1_000_000
  /// Unicode scalars.
  public static let remarkLengthLimit = 1000
  public static let orderIDLengthLimit = 128

  public var plan: Plan?
  /// `null` gives the end back to the plan.
  public var expiresAt: FieldChange<Timestamp> = .absent
  /// `null` is unlimited.
  public var allowDevices: FieldChange<Int> = .absent
  /// Replaces all of the licence's own.
  public var features: Features?
  public var remark: FieldChange<String> = .absent
  public var orderID: FieldChange<String> = .absent

  public init() {}
}
