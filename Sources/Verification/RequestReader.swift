import Instants
import JSON
import LicenseStore
import Licensing
import MessageBus
import Problems
import ServiceAPI

/// From a request to the question that it asks, in the order of api.md's checks: path, method,
/// authorization, form of the body.
struct RequestReader {
  enum Reading {
    case question(Question)
    /// `/v1/config` for an app.
    case appConfig(AppCaller)
    /// An answer that needs no store.
    case answer(BusReply)
    case refused(Problem)
    /// What is held in memory has to be compared with the stores before this is answered.
    case waits
  }

  private enum Route: String, CaseIterable {
    case verify = "/v1/verify"
    case introspect = "/v1/introspect"
    case config = "/v1/config"

    /// As nearly all clients write it: nothing encoded, no query.
    static let plainTargets = allCases.map { (route: $0, target: Array($0.rawValue.utf8)) }

    var methods: [String] { self == .config ? ["GET", "HEAD"] : ["POST"] }
  }

  let session: StoreSession
  let tokenKeys: TokenKeys
  let keys: OperatorKeyCache
  private let authenticator: RequestAuthenticator

  init(session: StoreSession, tokenKeys: TokenKeys, keys: OperatorKeyCache) {
    self.session = session
    self.tokenKeys = tokenKeys
    self.keys = keys
    authenticator = RequestAuthenticator(tokenKeys: tokenKeys)
  }

  /// After a look (`mayWait` false) nothing waits again: what the look could not tell is refused
  /// as unavailable.
  func read(_ request: BusRequest, now: Timestamp, mayWait: Bool) -> Reading {
    let reading = read(request, now: now)
    if case .waits = reading, !mayWait { return .refused(.unavailable) }
    return reading
  }

  private func read(_ request: BusRequest, now: Timestamp) -> Reading {
    do throws(Problem) {
      switch try route(of: request) {
      case .verify: return try verify(request, now)
      case .introspect: return try introspect(request, now)
      case .config: return config(request, now)
      }
    } catch {
      return .refused(error)
    }
  }

  private func route(of request: BusRequest) throws(Problem) -> Route {
    guard let route = Self.route(to: request.target) else { throw .notFound }
    guard route.methods.contains(request.method) else {
      throw .methodNotAllowed(allow: route.methods)
    }
    return route
  }

  private static func route(to target: [UInt8]) -> Route? {
    for plain in Route.plainTargets where plain.target == target { return plain.route }
    return RequestTarget(target).flatMap { Route(rawValue: $0.path) }
  }

  // MARK: Calls

  private func verify(_ request: BusRequest, _ now: Timestamp) throws(Problem) -> Reading {
    switch authenticator.token(request, now: now) {
    case .refused(let problem), .doubtful(let problem): throw problem
    case .accepted(let caller):
      let call = Question.Call.verify(caller.proof, device: try device(in: request))
      return .question(Question(request: request, token: caller.token, call: call))
    }
  }

  private func device(in request: BusRequest) throws(Problem) -> DeviceInput? {
    let object = try RequestBody.object(of: request, isEmptyAllowed: true)
    return object.members.isEmpty ? nil : try VerifyBody.read(object).device
  }

  private func config(_ request: BusRequest, _ now: Timestamp) -> Reading {
    if authenticator.isSignedByApp(request) {
      switch authenticator.app(request, apps: session.apps, now: now) {
      case .accepted(let caller): return .appConfig(caller)
      case .refused(let problem): return .refused(problem)
      case .doubtful(let problem):
        return session.apps.isCurrent(since: request.receivedAt) ? .refused(problem) : .waits
      }
    }
    switch authenticator.token(request, now: now) {
    case .refused(let problem), .doubtful(let problem): return .refused(problem)
    case .accepted(let caller):
      return .question(
        Question(request: request, token: caller.token, call: .config(caller.proof)))
    }
  }

  private func introspect(_ request: BusRequest, _ now: Timestamp) throws(Problem) -> Reading {
    guard let secret = OperatorSecret(shownBy: request) else { throw .keyInvalid }
    switch keys.answer(
      for: secret, arrival: request.receivedAt, now: session.time.monotonic())
    {
    case .notKnownYet: return .waits
    case .unknown: throw .keyInvalid
    case .key(let key): return try introspect(request, key, now)
    }
  }

  private func introspect(
    _ request: BusRequest, _ key: OperatorKey, _ now: Timestamp
  ) throws(Problem) -> Reading {
    guard key.isUsable(at: now) else { throw .keyInvalid }
    guard key.scopes.contains(.verify) else { throw .scopeMissing(.verify) }
    let body = try IntrospectBody.read(try RequestBody.object(of: request, isEmptyAllowed: false))
    guard let token = tokenKeys.token(from: body.accessToken) else {
      return .answer(.json(IntrospectionAnswer.inactive(TokenRefusal.invalid.rawValue)))
    }
    return .question(
      Question(request: request, token: token, call: .introspect(visibleApp: key.appID)))
  }
}
