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
