import ServiceKit

/// Why direct clients cannot be listened to as the settings say. Quotes no key.
public enum DirectConfigurationFault: Error, Hashable, CustomStringConvertible {
  case file(FileFault)
  /// Not 40 characters of Z85.
  case badKey(path: String)
  case badLine(Int, String)
  /// Neither `tcp://` nor `ipc://`.
  case badEndpoint(String)
  /// Over a network everybody is a stranger.
  case tcpWithoutCurve(String)
  /// A socket file that others could reach.
  case openDirectory(String)
  case keyWithoutList
  case moreEndpointsThanLanes

  public var code: String { "DIRECT_MISCONFIGURED" }
  public var isRetryable: Bool { false }

  public var description: String {
    switch self {
    case .file(let fault): fault.description
    case .badKey(let path): "\(path) holds no CURVE key: 40 characters of Z85"
    case .badLine(let number, let reason): "line \(number) of the list of clients \(reason)"
    case .badEndpoint(let endpoint): "\(endpoint) is neither tcp:// nor ipc://"
    case .tcpWithoutCurve(let endpoint):
      "\(endpoint) needs CURVE: a key file and a list of allowed clients"
    case .openDirectory(let path):
      "\(path) must be a folder of mode 0700, or CURVE be used: a key file and a list of clients"
    case .keyWithoutList:
      "a key file and a list of allowed clients are named together or not at all"
    case .moreEndpointsThanLanes: "there are more endpoints than lanes; each lane serves one"
    }
  }
}
