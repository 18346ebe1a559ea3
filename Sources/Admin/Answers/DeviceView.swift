import JSON
import Licensing

/// A bound device as answers show it.
struct DeviceView {
  var binding: Binding

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", binding.deviceID.text)
    writer.member("name", binding.device.name)
    writer.member("model", binding.device.model)
    writer.member("system_version", binding.device.systemVersion)
    writer.member("is_simulator", binding.device.isSimulator)
    writer.member("is_jailbroken", binding.device.isJailbroken)
    writer.member("bound_at", binding.firstSeenAt)
    writer.member("last_seen_at", binding.lastSeenAt)
    writer.endObject()
  }
}
