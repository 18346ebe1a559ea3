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

/// `device_info`: what the device says of itself. Shown to operators; decides nothing.
public struct DeviceDescription: Hashable, Sendable {
  public var name: String?
  public var model: String?
  public var systemVersion: String?
  public var isSimulator: Bool?
  public var isJailbroken: Bool?

  public init(
    name: String? = nil, model: String? = nil, systemVersion: String? = nil,
    isSimulator: Bool? = nil, isJailbroken: Bool? = nil
  ) {
    self.name = name
    self.model = model
    self.systemVersion = systemVersion
    self.isSimulator = isSimulator
    self.isJailbroken = isJailbroken
  }
}

/// A binding's access tokens: the current generation and what is left of the one before.
public struct TokenState: Hashable, Sendable {
  /// 1 for the first; at most 2^24 - 1, for a token has three bytes for it.
  public var generation: UInt32
  /// The token key that the current generation was made with.
  public var keyNumber: UInt8
  public var issuedAt: Timestamp
  public var endsAt: Timestamp
  /// When the generation before stops; `nil` where there was none.
  public var previousEndsAt: Timestamp?

  public init(
    generation: UInt32, keyNumber: UInt8, issuedAt: Timestamp, endsAt: Timestamp,
    previousEndsAt: Timestamp?
  ) {
    self.generation = generation
    self.keyNumber = keyNumber
    self.issuedAt = issuedAt
    self.endsAt = endsAt
    self.previousEndsAt = previousEndsAt
  }
}

/// What an access token's public part (`cst_` + 32 characters) says, so that nothing need be looked
/// up to check a signature made with it.
public struct AccessTokenID: Hashable, Sendable {
  public static let prefix = "cst_"

  public var bindingID: BindingID
  public var licenseID: LicenseID
  public var keyNumber: UInt8
  /// 24 bits.
  public var generation: UInt32

  public init(bindingID: BindingID, licenseID: LicenseID, keyNumber: UInt8, generation: UInt32) {
    self.bindingID = bindingID
    self.licenseID = licenseID
    self.keyNumber = keyNumber
    self.generation = generation
  }
}
