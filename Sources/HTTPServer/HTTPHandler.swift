/// What to do with a request's body, decided when its head has arrived.
public enum HTTPBodyPlan: Sendable {
  /// Read it and call `handle`; above the limit the server asks for a refusal. `tag` comes back in the request.
  case read(limitBytes: Int, tag: Int)
  /// Drop the body, then give this answer.
  case drop(thenAnswer: HTTPResponse)
}

/// Who answers the requests of one server. All calls come on the server's thread, from within `turn` or `stop`.
public protocol HTTPHandler: AnyObject {
  /// The head is here, `request.body` is not.
  func plan(for request: HTTPRequest) -> HTTPBodyPlan
  /// The answer, or `nil` when `HTTPServer.answer` will give it.
  func handle(_ request: HTTPRequest, _ exchange: HTTPExchangeID) -> HTTPResponse?
  /// The answer to what never reaches `handle`. The request is what is known of it; `nil` when nothing is.
  func refuse(_ request: HTTPRequest?, for fault: HTTPFault) -> HTTPResponse
  /// Nobody waits for this answer any more.
  func abandon(_ exchange: HTTPExchangeID)
}
