/// The binding of a device among those of a licence.
struct DeviceMatch: Hashable {
  let binding: Binding
  /// The id to give it, where it was found by one of an earlier system version.
  let rekeyTo: DeviceID?

  /// `device` is the device's own id first, then the ids it may have had before.
  static func find(_ device: [DeviceID], among bindings: [Binding]) -> DeviceMatch? {
    for id in device {
      guard let binding = bindings.first(where: { $0.isBound && $0.deviceID == id }) else {
        continue
      }
      return DeviceMatch(binding: binding, rekeyTo: id == device.first ? nil : device.first)
    }
    return nil
  }
}
