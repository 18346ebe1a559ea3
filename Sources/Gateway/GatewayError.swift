/// Why a gateway cannot start, beside what its sockets say.
enum GatewayError: Error, CustomStringConvertible {
  case noBusEndpoint(lane: Int)
  case laneFailed(reason: String)

  var isRetryable: Bool { false }

  var description: String {
    switch self {
    case .noBusEndpoint(let lane): "there is no bus endpoint for lane \(lane)"
    case .laneFailed(let reason): reason
    }
  }
}
