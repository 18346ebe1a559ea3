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
  /// When it last got another device id; `nil`: never.
  public var rekeyedAt: Timestamp?
  /// +1 with each change, renewal and re-key included.
  public var version: Int64

  public init(
    id: BindingID, licenseID: LicenseID, deviceID: DeviceID, device: DeviceDescription,
    firstSeenAt: Timestamp, lastSeenAt: Timestamp, unboundAt: Timestamp?,
    rekeyedAt: Timestamp? = nil, version: Int64
  ) {
    self.id = id
    self.licenseID = licenseID
    self.deviceID = deviceID
    self.device = device
    self.firstSeenAt = firstSeenAt
    self.lastSeenAt = lastSeenAt
    self.unboundAt = unboundAt
    self.rekeyedAt = rekeyedAt
    self.version = version
  }

  public var isBound: Bool { unboundAt == nil }

  /// Each re-key leaves a row in the log for good, and a client says by itself what its system's
  /// version is: so there is one a minute.
  public static let rekeyPauseSeconds: Int64 = 60

  /// How long the next re-key has to wait; 0: it need not.
  public func secondsUntilRekey(at now: Timestamp) -> Int64 {
    guard let rekeyedAt else { return 0 }
    return min(max(0, rekeyedAt + Self.rekeyPauseSeconds - now), Self.rekeyPauseSeconds)
  }
}
