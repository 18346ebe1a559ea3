import MessageBus
import ServiceKit

/// CURVE on a worker's links to gateways and hints. Over `tcp://` each link needs it.
enum CurveSettings {
  /// `nil`: no link uses it, or a fault that was put down in `settings`.
  static func declare(
    in settings: inout Settings, publishesHints: Bool, for bus: WorkerConfiguration
  ) -> WorkerCurve? {
    var names = WorkerCurve.Names()
    names.keyFile = settings.optionalText(
      "COUNTERSIGN_BUS_KEY_FILE",
      help: "The file, of mode 0600, of this process' secret CURVE key; tcp:// needs it.")
    names.gatewayKeys = settings.list(
      "COUNTERSIGN_GATEWAY_KEYS", default: [],
      help: "The gateways' public CURVE keys: one for all endpoints, or one for each.")
    names.hintKeys = settings.list(
      "COUNTERSIGN_HINT_KEYS", default: [],
      help: "The public CURVE keys of admin processes: one for all endpoints, or one for each.")
    if publishesHints {
      names.peersFile = settings.optionalText(
        "COUNTERSIGN_BUS_PEERS_FILE",
        help: "The list of public keys that may hear hints; tcp:// needs it.")
    }
    do throws(CurveConfigurationFault) {
      return try WorkerCurve.read(names, for: bus)
    } catch {
      settings.refuse("COUNTERSIGN_BUS_KEY_FILE", "does not fit: \(error)")
      return nil
    }
  }
}
