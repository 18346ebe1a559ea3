import HTTPServer
import Instants
import Licensing
import MessageBus
import Problems

/// What one lane does with a request: answers it here, or has a worker answer it. One thread only.
///
/// It never looks into a body and holds no secret. Every request gets one answer: the worker's, or a problem made
/// here when there is none.
final class Edge: HTTPHandler {
  let table: RouteTable
  private let bus: any RequestBus
  private let pages: LocalPages
  private let rules: EdgeRules
  private let time: any TimeSource
  private let meters: EdgeMeters
  private let log: AccessLog
  private var ids = RequestIDSource()
  private var pending = PendingRequests()

  /// Gives an answer that was left open. Set by whoever owns the server.
  var answer: (HTTPExchangeID, HTTPResponse) -> Void = { _, _ in }

  init(
    _ table: RouteTable, bus: any RequestBus, pages: LocalPages, rules: EdgeRules,
    time: any TimeSource, meters: EdgeMeters, log: AccessLog
  ) {
    self.table = table
    self.bus = bus
    self.pages = pages
    self.rules = rules
    self.time = time
    self.meters = meters
    self.log = log
  }

  var pendingCount: Int { pending.count }

  // MARK: From the HTTP server

  func plan(for request: HTTPRequest) -> HTTPBodyPlan {
    guard let index = table.find(request.target) else {
      return .drop(thenAnswer: refuse(arrival(request, route: nil), Problem(.notFound)))
    }
    let route = table.routes[index]
    guard route.allows(request.method) else {
      var problem = Problem(.methodNotAllowed)
      problem.allow = route.allowedMethodNames
      return .drop(thenAnswer: refuse(arrival(request, route: index), problem))
    }
    return .read(limitBytes: route.bodyLimitBytes, tag: index)
  }

  func handle(_ request: HTTPRequest, _ exchange: HTTPExchangeID) -> HTTPResponse? {
    let arrival = arrival(request, route: request.tag)
    let destination = table.routes[request.tag].destination
    if case .service(let service) = destination {
      return submit(request, to: service, PendingRequest(exchange: exchange, arrival: arrival))
    }
    return finish(arrival, pages.answer(destination, request, arrival.id))
  }

  func refuse(_ request: HTTPRequest?, for fault: HTTPFault) -> HTTPResponse {
    let arrival = arrival(request, route: nil)
    switch fault {
    case .malformed(let reason):
      return refuse(arrival, Problem(.requestMalformed, detail: "The request has \(reason)."))
    case .bodyTooLarge:
      return refuse(arrival, Problem(.bodyTooLarge))
    case .headTooLarge:
      return finish(arrival, HTTPResponse(status: 431))
    }
  }

  func abandon(_ exchange: HTTPExchangeID) {
    guard let request = pending.remove(exchange) else { return }
    bus.abandon(request.arrival.id)
  }

  // MARK: From the bus

  /// Takes in what the bus has brought and answers those it concerns.
  func turnBus() {
    for event in bus.turn() {
      switch event {
      case .reply(let id, let reply): end(id) { answer(reply, $0) }
      case .failed(let id, let reason): end(id) { refuse($0, Problem(failure: reason)) }
      }
    }
  }

  func flushLog() { log.flush() }

  private func end(_ id: RequestID, _ respond: (Arrival) -> HTTPResponse) {
    guard let request = pending.remove(id) else { return }
    answer(request.exchange, respond(request.arrival))
  }

  private func answer(_ reply: BusReply, _ arrival: Arrival) -> HTTPResponse {
    guard (200...599).contains(reply.status) else { return refuse(arrival, Problem(.internal)) }
    let headers = ForwardedFields.outward(reply.headers)
    return finish(
      arrival, HTTPResponse(status: reply.status, headers: headers, body: reply.body))
  }

  // MARK: To the bus

  private func submit(
    _ request: HTTPRequest, to service: ServiceName, _ waiting: PendingRequest
  ) -> HTTPResponse? {
    let outcome = bus.submit(outgoing(request, to: service, waiting.arrival))
    guard case .refused(let refusal) = outcome else {
      pending.insert(waiting)
      return nil
    }
    return refuse(waiting.arrival, Problem(refusal: refusal))
  }

  private func outgoing(
    _ request: HTTPRequest, to service: ServiceName, _ arrival: Arrival
  ) -> OutgoingRequest {
    let deadline = UnixMilliseconds(time.wall().value + rules.requestTimeoutMilliseconds)
    return OutgoingRequest(
      id: arrival.id, service: service.rawValue, method: request.method.name,
      target: request.target, headers: ForwardedFields.inward(request.fields),
      clientAddress: arrival.clientText, deadline: deadline,
      traceID: arrival.idText, body: request.body)
  }

  // MARK: Answers

  private func arrival(_ request: HTTPRequest?, route: Int?) -> Arrival {
    let client = rules.trustedProxies.client(
      peer: request?.peer, forwardedFor: request?.values(of: ForwardedFields.forwardedFor) ?? [])
    let id = ids.next()
    return Arrival(
      id: id, idText: id.description, method: request?.method ?? .other, route: route,
      bodyBytes: request?.body.count ?? 0,
      client: client, clientText: client?.description ?? "",
      receivedAt: request?.receivedAt ?? time.monotonic())
  }

  private func refuse(_ arrival: Arrival, _ problem: Problem) -> HTTPResponse {
    finish(arrival, HTTPResponse(problem, arrival.id))
  }

  /// What is done to every answer on its way out.
  private func finish(_ arrival: Arrival, _ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers.append(.init("Countersign-Request-Id", arrival.idText))
    let now = time.monotonic()
    meters.count(arrival, status: response.status, at: now)
    log.write(arrival, response, at: now)
    return response
  }
}
