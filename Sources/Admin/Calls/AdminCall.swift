import Instants
import JSON
import LicenseStore
import Licensing
import Problems
import ServiceAPI

/// A call that its key may make, with what its path and headers say.
struct AdminCall {
  var route: AdminRoute
  var request: AdminRequest
  var target: RequestTarget
  var parameters: [String]
  var key: OperatorKey

  var now: Timestamp { request.now }

  /// The object that the body is. Only calls that take a body read it.
  func body() throws(Problem) -> JSONObject {
    try RequestBody.object(of: request.bus, isEmptyAllowed: route.allowsEmptyBody)
  }

  /// An id of another form is unknown.
  func appID() throws(Problem) -> AppID {
    guard let id = AppID(text: parameters[0]), key.sees(id) else { throw .notFound }
    return id
  }

  func licenseID() throws(Problem) -> LicenseID {
    guard let id = LicenseID(text: parameters[0]) else { throw .notFound }
    return id
  }

  /// What a write carries. `Idempotency-Key` is for POST; elsewhere it says nothing.
  func context() throws(Problem) -> WriteContext {
    let claim = WriteClaim(
      requestID: request.bus.id, operatorID: key.id, idempotencyKey: try idempotencyKey()?.text,
      contentHash: request.fingerprint, at: now)
    let author = LogAuthor(
      operatorName: key.name, at: now, address: request.bus.clientAddress, requestID: request.bus.id
    )
    return WriteContext(claim: claim, author: author, boundAppID: key.appID)
  }

  private func idempotencyKey() throws(Problem) -> IdempotencyKey? {
    guard route.method == .post, let header = try request.header("idempotency-key") else {
      return nil
    }
    guard let key = IdempotencyKey(header) else {
      throw .malformed("The Idempotency-Key must be 1 to 255 visible ASCII characters.")
    }
    return key
  }

  func ifMatch() throws(Problem) -> IfMatch? {
    guard let header = try request.listHeader("if-match") else { return nil }
    guard let ifMatch = IfMatch(header) else {
      throw .malformed("The header If-Match is no list of entity tags.")
    }
    return ifMatch
  }
}
