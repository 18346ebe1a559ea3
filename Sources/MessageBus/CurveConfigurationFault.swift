import ServiceKit

/// Why links cannot be made as the settings say. Quotes no secret key.
public enum CurveConfigurationFault: Error, Hashable, CustomStringConvertible {
  case file(FileFault)
  /// Not 40 characters of Z85.
  case badKey(path: String)
  case badLine(Int, String)
  /// Neither `tcp://` nor `ipc://`.
  case badEndpoint(String)
  /// Over a network everybody is a stranger.
  case tcpWithoutCurve(String)
  /// The same, on the connecting side.
  case tcpWithoutServerKey(String)
  /// A socket file that others could reach.
  case openDirectory(String)
  case keyWithoutList
  case moreEndpointsThanLanes
  /// A server's public key that is none, by its place in the list of them, from 1.
  case badServerKey(Int)
  /// Neither one for all endpoints nor one for each.
  case serverKeyCount(keys: Int, endpoints: Int)
  case serverKeyWithoutOwn

  public var code: String { "CURVE_MISCONFIGURED" }
  public var isRetryable: Bool { false }

  public var description: String {
    switch self {
    case .file(let fault): fault.description
    case .badKey(let path): "\(path) holds no CURVE key: 40 characters of Z85"
    case .badLine(let number, let reason): "line \(number) of the list of allowed keys \(reason)"
    case .badEndpoint(let endpoint): "\(endpoint) is neither tcp:// nor ipc://"
    case .tcpWithoutCurve(let endpoint):
      "\(endpoint) needs CURVE: a key file and a list of allowed keys"
    case .tcpWithoutServerKey(let endpoint):
      "\(endpoint) needs CURVE: a key file, and the public key of who listens there"
    case .openDirectory(let path):
      "\(path) must be a folder of mode 0700, or CURVE be used: a key file and a list of allowed keys"
    case .keyWithoutList:
      "a key file and a list of allowed keys are named together or not at all"
    case .moreEndpointsThanLanes: "there are more endpoints than lanes; each lane serves one"
    case .badServerKey(let place): "key \(place) is no CURVE public key: 40 characters of Z85"
    case .serverKeyCount(let keys, let endpoints):
      "\(keys) public keys do not fit \(endpoints) endpoints: name one for all, or one for each"
    case .serverKeyWithoutOwn: "a server's public key needs a key file of this process' own"
    }
  }
}
