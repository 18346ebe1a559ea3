import Instants

/// The fact that a device holds one of a licence's seats.
public struct Binding: Hashable, Sendable {
  public var id: BindingID
  public var licenseID: LicenseID
  public var deviceID: DeviceID
  public var device: DeviceDescription
  public var firstSeenAt: Timestamp
  public var lastSeenAt: Timestamp
  public var unboundAt: Timestamp?
  /// +1 with each change, renewal and re-key included.
  public var version: Int64

  public init(
    id: BindingID, licenseID: LicenseID, deviceID: DeviceID, device: DeviceDescription,
    firstSeenAt: Timestamp, lastSeenAt: Timestamp, unboundAt: Timestamp?, version: Int64
  ) {
    self.id = id
    self.licenseID = licenseID
    self.deviceID = deviceID
    self.device = device
    self.firstSeenAt = firstSeenAt
    self.lastSeenAt = lastSeenAt
    self.unboundAt = unboundAt
    self.version = version
  }

  public var isBound: Bool { unboundAt == nil }
}
