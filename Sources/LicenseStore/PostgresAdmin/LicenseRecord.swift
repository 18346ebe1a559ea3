import Licensing

/// A licence as operators see it: its row, and what other rows make of it.
public struct LicenseRecord: Hashable, Sendable {
  public var license: License
  /// Devices that hold a seat now.
  public var seatsUsed: Int
  /// Nothing about the licence or its bindings is left to be told to Redis.
  public var isDelivered: Bool

  public init(license: License, seatsUsed: Int, isDelivered: Bool) {
    self.license = license
    self.seatsUsed = seatsUsed
    self.isDelivered = isDelivered
  }
}
