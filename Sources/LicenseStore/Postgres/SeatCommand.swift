import Instants
import Licensing

/// What an activation or a renewal asks for.
public struct SeatCommand: Hashable, Sendable {
  public var claim: RequestClaim
  public var appID: AppID
  /// `nil` where what was sent is no code.
  public var code: LicenseCode?
  /// The device's own id first, then the ids it may have had before.
  public var devices: [DeviceID]
  /// Which formula made the id from its components; `nil`: the app sent it as it is.
  public var fingerprintVersion: Int?
  /// What is absent leaves what is known.
  public var description: DeviceDescription
  public var address: String?
  public var now: Timestamp
  public var tokenTTLSeconds: Int
  public var tokenKeys: TokenKeyNumbers

  public init(
    claim: RequestClaim, appID: AppID, code: LicenseCode?, devices: [DeviceID],
    fingerprintVersion: Int?, description: DeviceDescription = DeviceDescription(),
    address: String?, now: Timestamp, tokenTTLSeconds: Int, tokenKeys: TokenKeyNumbers
  ) {
    precondition(!devices.isEmpty, "a device has an id of its own")
    self.claim = claim
    self.appID = appID
    self.code = code
    self.devices = devices
    self.fingerprintVersion = fingerprintVersion
    self.description = description
    self.address = address
    self.now = now
    self.tokenTTLSeconds = tokenTTLSeconds
    self.tokenKeys = tokenKeys
  }
}
