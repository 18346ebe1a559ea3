import MessageBus
import ServiceKit

extension DirectLane {
  /// How a client of this lane connects.
  func configuration(
    operatorKey: SecretText, inFlightCap: Int
  ) throws(CurveConfigurationFault) -> DirectClientConfiguration {
    guard let curve else {
      return DirectClientConfiguration(
        endpoint: endpoint, operatorKey: operatorKey, inFlightCap: inFlightCap)
    }
    return try DirectClientConfiguration(
      endpoint: endpoint, operatorKey: operatorKey, inFlightCap: inFlightCap,
      serverKey: curve.serverKey, keyFile: curve.keyFile)
  }
}
