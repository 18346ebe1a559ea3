import Cryptography
import Instants
import LicenseStore
import Licensing
import Postgres

/// What operators do behind the workers' backs.
extension WorkerBench {
  static func context(at now: Timestamp) -> WriteContext {
    WriteContext(
      claim: WriteClaim(
        requestID: .random(), operatorID: .random(), idempotencyKey: nil, contentHash: [0],
        at: now),
      author: LogAuthor(operatorName: "ada", at: now), boundAppID: nil)
  }

  static func makeApp(
    _ store: PostgresStore, at now: Timestamp, _ adjust: (inout App) -> Void
  ) throws -> AppID {
    var app = App(
      id: .random(), name: "App", bundleID: nil, settings: AppSettings(), features: .none,
      version: 1, createdAt: now)
    adjust(&app)
    return try store.createApp(app, context(at: now)).made().id
  }

  /// Another app, of which no worker was told.
  public func makeApp(_ adjust: (inout App) -> Void = { _ in }) throws -> AppID {
    try Self.makeApp(operators, at: time.now(), adjust)
  }

  public func changeApp(_ id: AppID, _ adjust: (inout App) -> Void) throws {
    _ = try operators.changeApp(id, Self.context(at: time.now()), detail: [:]) { app in
      var app = app
      adjust(&app)
      app.version += 1
      return app
    }.made()
  }

  public func rotateKey(of id: AppID, oldEndsAt: Timestamp) throws {
    _ = try operators.rotateKey(of: id, oldEndsAt: oldEndsAt, Self.context(at: time.now())).made()
  }

  /// Who signs for an app with its newest client key.
  public func signer(of id: AppID) throws -> CallSigner {
    guard let key = try operators.appRecord(id)?.clientKeys.first else { throw Fault() }
    return CallSigner(id: id.description, secret: key.secret.bytes)
  }

  public func makeLicense(
    seats: Int? = 1, plan: Plan = .yearly, features: String = "{}", app: AppID? = nil
  ) throws -> License {
    let template = LicenseTemplate(
      appID: app ?? appID, plan: plan, allowDevices: seats, expiresAt: nil,
      features: Features(json: features), remark: nil, orderID: nil)
    let licenses = try operators.createLicenses(
      template, count: 1, Self.context(at: time.now())
    ) { LicenseCode.generate() }
    return try licenses.made()[0]
  }

  @discardableResult
  public func disable(_ license: License) throws -> License {
    let now = time.now()
    return try operators.changeLicense(
      license.id, Self.context(at: now), action: .licenseDisable
    ) { .disable($0, reason: nil, now: now) }.made().license
  }

  public func unbind(_ license: License) throws {
    _ = try operators.unbind(nil, of: license.id, Self.context(at: time.now())).made()
  }

  public func makeOperatorKey(
    _ scopes: Set<OperatorScope> = [.verify], app: AppID? = nil
  ) throws -> String {
    guard let draft = OperatorKeyDraft(name: "ada", scopes: scopes, appID: app) else {
      throw Fault()
    }
    let connection = try PostgresConnection.open(PostgresConfiguration(url: database.url))
    let author = LogAuthor(operatorName: "test", at: time.now())
    return try OperatorKeyRepository(connection).add(draft, by: author).secret.text
  }
}

extension WriteOutcome {
  fileprivate func made() throws -> Made {
    guard case .done(let made, _) = self else { throw WorkerBench.Fault() }
    return made
  }
}
