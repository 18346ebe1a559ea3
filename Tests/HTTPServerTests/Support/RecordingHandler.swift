import HTTPServer

/// Answers with what it saw, and remembers it.
final class RecordingHandler: HTTPHandler {
  var plan: (HTTPRequest) -> HTTPBodyPlan = { _ in .read(limitBytes: 65_536, tag: 7) }
  /// `nil` leaves the answer for later.
  var answer: (HTTPRequest) -> HTTPResponse? = { request in
    HTTPResponse(status: 200, headers: [.init("X-Test", "1")], body: request.body)
  }
  private(set) var requests: [HTTPRequest] = []
  private(set) var exchanges: [HTTPExchangeID] = []
  private(set) var faults: [HTTPFault] = []
  private(set) var abandoned: [HTTPExchangeID] = []

  func plan(for request: HTTPRequest) -> HTTPBodyPlan { plan(request) }

  func handle(_ request: HTTPRequest, _ exchange: HTTPExchangeID) -> HTTPResponse? {
    requests.append(request)
    exchanges.append(exchange)
    return answer(request)
  }

  func refuse(_ request: HTTPRequest?, for fault: HTTPFault) -> HTTPResponse {
    faults.append(fault)
    switch fault {
    case .malformed: return HTTPResponse(status: 400, body: Array("malformed".utf8))
    case .headTooLarge: return HTTPResponse(status: 431)
    case .bodyTooLarge: return HTTPResponse(status: 413, body: Array("too large".utf8))
    }
  }

  func abandon(_ exchange: HTTPExchangeID) { abandoned.append(exchange) }
}
