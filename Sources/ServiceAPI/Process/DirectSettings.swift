import MessageBus
import ServiceKit

/// Where a worker's lanes listen for backends that speak the bus themselves, and whom they let in.
enum DirectSettings {
  /// `nil`: nowhere, or a fault that was put down in `settings`.
  static func declare(in settings: inout Settings, lanes: Int) -> DirectConfiguration? {
    let endpoints = settings.list(
      "COUNTERSIGN_DIRECT_LISTEN", default: [],
      help: "Where direct clients come to, lane by lane: tcp://host:port or ipc:///path.")
    let key = settings.optionalText(
      "COUNTERSIGN_DIRECT_KEY_FILE",
      help: "The file, of mode 0600, of this process' secret CURVE key; tcp:// needs it.")
    let clients = settings.optionalText(
      "COUNTERSIGN_DIRECT_CLIENTS_FILE",
      help: "The list of direct clients' public keys; tcp:// needs it.")
    guard !endpoints.isEmpty else { return nil }
    do throws(CurveConfigurationFault) {
      return try DirectConfiguration(
        endpoints: endpoints, keyFile: key, clientsFile: clients, lanes: lanes)
    } catch {
      settings.refuse("COUNTERSIGN_DIRECT_LISTEN", "\(error)")
      return nil
    }
  }
}
