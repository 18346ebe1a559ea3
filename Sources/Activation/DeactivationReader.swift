import Instants
import Licensing
import MessageBus
import Problems
import ServiceAPI

/// From a request to the device that gives its seat back: method, authorization, form of the body.
struct DeactivationReader {
  static let path = "/v1/deactivate"

  let authenticator: RequestAuthenticator

  static func isMeant(by request: BusRequest) -> Bool {
    RequestTarget(request.target)?.path == path
  }

  func read(_ request: BusRequest, now: Timestamp) throws(Problem) -> TokenCaller {
    guard request.method == "POST" else { throw .methodNotAllowed(allow: ["POST"]) }
    switch authenticator.token(request, now: now) {
    case .refused(let problem), .doubtful(let problem): throw problem
    case .accepted(let caller):
      _ = try RequestBody.object(of: request, isEmptyAllowed: true)
      return caller
    }
  }
}
