import Instants
import JSON
import LicenseStore
import Licensing
import MessageBus
import Problems

/// A request for a seat or its next token, checked as far as that goes without a store.
struct SeatRequest {
  let request: BusRequest
  let caller: AppCaller
  let body: AppCallBody

  var app: App { caller.app }
  var keyID: String { app.id.description }

  /// What the transaction claims.
  var claim: RequestClaim {
    RequestClaim(request, keyID: keyID, caller.proof)
  }
}

/// From a request to what it asks for: path, method, authorization, form of the body.
struct SeatRequestReader {
  enum Reading {
    case request(SeatRequest)
    case refused(Problem)
    /// What is held in memory has to be compared with the stores before this is refused.
    case waits
  }

  let path: String
  let session: StoreSession
  let authenticator: RequestAuthenticator

  /// After a look (`mayWait` false) nothing waits again.
  func read(_ request: BusRequest, now: Timestamp, mayWait: Bool) -> Reading {
    guard RequestTarget(request.target)?.path == path else { return .refused(.notFound) }
    guard request.method == "POST" else { return .refused(.methodNotAllowed(allow: ["POST"])) }
    switch authenticator.app(request, apps: session.apps, now: now) {
    case .accepted(let caller): return read(request, caller)
    case .refused(let problem): return .refused(problem)
    case .doubtful(let problem):
      if session.apps.isCurrent(since: request.receivedAt) { return .refused(problem) }
      return mayWait ? .waits : .refused(.unavailable)
    }
  }

  private func read(_ request: BusRequest, _ caller: AppCaller) -> Reading {
    do throws(Problem) {
      let object = try RequestBody.object(of: request, isEmptyAllowed: false)
      let body = try AppCallBody.read(object)
      return .request(SeatRequest(request: request, caller: caller, body: body))
    } catch {
      return .refused(error)
    }
  }
}
