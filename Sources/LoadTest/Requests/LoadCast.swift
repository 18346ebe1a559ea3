import Cryptography

/// Who plays in a load test: the app, its devices with their tokens, the codes to come.
struct LoadCast: Sendable {
  let appID: String
  /// Made from the app's client key.
  let appKey: HMACKey
  let operatorKey: String
  let deviceNames: DeviceNames
  /// The numbers of the devices, and the code by which each was activated.
  var devices: [Int] = []
  var codes: [String] = []
  var tokens = TokenTable()
  var activations = Activations.none

  /// One part for each of so many threads.
  func split(_ parts: Int) -> [LoadCast] {
    let pieces = activations.split(parts)
    return (0..<parts).map { part in
      var cast = LoadCast(
        appID: appID, appKey: appKey, operatorKey: operatorKey, deviceNames: deviceNames)
      for place in stride(from: part, to: devices.count, by: parts) {
        cast.devices.append(devices[place])
        cast.codes.append(codes[place])
        cast.tokens.append(Array(tokens.text(place)))
      }
      cast.activations = pieces[part]
      return cast
    }
  }
}
