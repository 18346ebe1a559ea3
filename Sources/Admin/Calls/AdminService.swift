import Instants
import LicenseStore
import Licensing
import MessageBus
import Problems
import ServiceAPI
import ServiceKit

/// Answers the calls of `/admin/v1`. One per lane, used by the lane's work thread.
public final class AdminService {
  let store: PostgresStore
  let publisher: any ChangePublisher
  let time: any TimeSource
  let log: Logger
  let delivery: Delivery
  /// What is to be told on the PUB socket when the call is through.
  private var hints: [Hint] = []

  public init(
    store: PostgresStore, publisher: any ChangePublisher, time: any TimeSource, log: Logger
  ) {
    self.store = store
    self.publisher = publisher
    self.time = time
    self.log = log
    delivery = Delivery(
      store: store, publisher: publisher, reader: ChangeReader(store: store, time: time))
  }

  public func reply(to request: BusRequest) -> BusReply {
    do {
      return BusReply(try answer(AdminRequest(request, now: time.now())))
    } catch {
      return .problem(error, requestID: request.id)
    }
  }

  /// Path, method, `Authorization`, form of the body, values, look-ups: in this order.
  private func answer(_ request: AdminRequest) throws(Problem) -> Answer {
    guard let target = RequestTarget(request.bus.target) else { throw .notFound }
    switch RouteMatch(method: request.bus.method, segments: target.segments) {
    case .unknownPath: throw .notFound
    case .wrongMethod(let allowed): throw .methodNotAllowed(allow: allowed)
    case .found(let route, let parameters):
      let key = try authorize(request, route)
      return try answer(
        AdminCall(
          route: route, request: request, target: target, parameters: parameters, key: key))
    }
  }

  private func authorize(_ request: AdminRequest, _ route: AdminRoute) throws(Problem)
    -> OperatorKey
  {
    guard case .bearer(let text) = BearerCredential(try request.header("authorization")),
      let secret = OperatorSecret(text: text)
    else { throw .keyInvalid }
    let key = try stored { () throws(StoreError) in try store.operatorKey(secret) }
    let allowed = try OperatorAccess.check(key, for: route, now: request.now)
    noteUse(of: allowed, at: request.now)
    return allowed
  }

  /// Only for people to see; a call does not fail for it.
  private func noteUse(of key: OperatorKey, at now: Timestamp) {
    do {
      try store.noteUse(of: key, at: now)
    } catch {
      log.warning("A key's use could not be written down", [LogField("error", error.code)])
    }
  }

  private func answer(_ call: AdminCall) throws(Problem) -> Answer {
    switch call.route {
    case .createApp: try createApp(call)
    case .listApps: try listApps(call)
    case .readApp: try readApp(call)
    case .updateApp: try updateApp(call)
    case .rotateKey: try rotateKey(call)
    case .createLicenses: try createLicenses(call)
    case .listLicenses: try listLicenses(call)
    case .readLicense: try readLicense(call)
    case .updateLicense: try updateLicense(call)
    case .deleteLicense: try deleteLicense(call)
    case .disableLicense: try disableLicense(call)
    case .enableLicense: try enableLicense(call)
    case .extendLicense: try extendLicense(call)
    case .listDevices: try listDevices(call)
    case .unbindDevice: try unbindDevice(call)
    case .unbindAllDevices: try unbindAllDevices(call)
    case .listLogs: try listLogs(call)
    }
  }

  // MARK: For the calls

  func tell(_ hint: Hint) { hints.append(hint) }

  /// Hands over what is to be told, once.
  func takeHints() -> [Hint] {
    defer { hints = [] }
    return hints
  }

  /// A store's trouble as the caller sees it; its own words stay in the log.
  func stored<Value>(_ body: () throws(StoreError) -> Value) throws(Problem) -> Value {
    do {
      return try body()
    } catch {
      if !error.isRetryable { log.error("A call failed", [LogField("error", error.description)]) }
      throw .store(error)
    }
  }
}
