import Instants

/// The right to use an app, as its row says it. What time makes of it (`status`, seats in use) is
/// computed by `LicenseState` and stored nowhere.
public struct License: Hashable, Sendable {
  public var id: LicenseID
  public var appID: AppID
  public var code: LicenseCode
  public var plan: Plan
  /// The plan's days, lengthened by what was extended before first activation; `nil`: no end.
  public var durationDays: Int?
  /// `nil`: no end, or not yet known since the days start at first activation.
  public var expiresAt: Timestamp?
  /// Seats; `nil` is unlimited, never 0.
  public var allowDevices: Int?
  public var activatedAt: Timestamp?
  public var disabledAt: Timestamp?
  public var disabledReason: String?
  /// The licence's own, without the app's.
  public var features: Features
  public var remark: String?
  public var orderID: String?
  /// +1 with each change.
  public var version: Int64
  public var createdAt: Timestamp

  public init(
    id: LicenseID, appID: AppID, code: LicenseCode, plan: Plan, durationDays: Int?,
    expiresAt: Timestamp?, allowDevices: Int?, activatedAt: Timestamp?, disabledAt: Timestamp?,
    disabledReason: String?, features: Features, remark: String?, orderID: String?, version: Int64,
    createdAt: Timestamp
  ) {
    self.id = id
    self.appID = appID
    self.code = code
    self.plan = plan
    self.durationDays = durationDays
    self.expiresAt = expiresAt
    self.allowDevices = allowDevices
    self.activatedAt = activatedAt
    self.disabledAt = disabledAt
    self.disabledReason = disabledReason
    self.features = features
    self.remark = remark
    self.orderID = orderID
    self.version = version
    self.createdAt = createdAt
  }
}
