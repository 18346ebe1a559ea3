import Cryptography
import Instants
import LicenseStore
import Licensing
import MessageBus
import Problems
import TestWorkers

@testable import ServiceAPI

/// An authenticator with two apps in memory and two token keys, and no store at all.
struct AuthenticationBench {
  static let now = Timestamp(secondsSinceEpoch: 1_800_000_000)
  static let appID = AppID(rawValue: 1)
  static let bearerAppID = AppID(rawValue: 2)
  static let unknownAppID = AppID(rawValue: 3)
  static let keyEnd = now + 60
  static let nonce = "nonce-0123456789"

  static let appSigner = CallSigner(id: appID.description, secret: Array("cak_new".utf8))
  static let oldAppSigner = CallSigner(id: appID.description, secret: Array("cak_old".utf8))

  let apps: AppSnapshot
  let keys = TokenKeys(current: WorkerBench.secret(2), others: [WorkerBench.secret(1)])
  let authenticator: RequestAuthenticator

  init() {
    authenticator = RequestAuthenticator(tokenKeys: keys)
    var apps = AppSnapshot()
    apps.replace(
      with: AppCatalogue(
        revision: 1, apps: [Self.record(Self.appID), Self.record(Self.bearerAppID, .bearer)]))
    self.apps = apps
  }

  private static func record(
    _ id: AppID, _ authentication: RequestAuthentication = .signed
  ) -> AppRecord {
    var settings = AppSettings()
    settings.requestAuthentication = authentication
    let app = App(
      id: id, name: "App", bundleID: nil, settings: settings, features: .none, version: 1,
      createdAt: now)
    return AppRecord(
      app: app,
      clientKeys: [
        ClientKey(secret: SecretBytes(appSigner.secret), endsAt: nil),
        ClientKey(secret: SecretBytes(oldAppSigner.secret), endsAt: keyEnd),
      ])
  }

  // MARK: Tokens

  static func tokenID(key: UInt8 = 2) -> AccessTokenID {
    AccessTokenID(
      bindingID: BindingID(rawValue: 4), licenseID: LicenseID(rawValue: 5), keyNumber: key,
      generation: 6)
  }

  func token(key: UInt8 = 2) -> String {
    let id = Self.tokenID(key: key)
    let secret = keys.secret(of: id) ?? Array(repeating: UInt8(ascii: "A"), count: 43)
    return AccessToken(id: id, secret: secret).text
  }

  // MARK: Requests

  static func request(
    _ headers: [(String, String)], method: String = "POST", target: String = "/v1/verify",
    body: String = "{}"
  ) -> BusRequest {
    .make(method, target, body, headers: headers)
  }

  static func signed(
    _ signer: CallSigner, secondsAgo: Int64 = 0, change: (String) -> String = { $0 }
  ) -> BusRequest {
    let header = signer.authorization(
      "POST", "/v1/verify", Array("{}".utf8), ts: now.secondsSinceEpoch - secondsAgo, nonce: nonce)
    return request([("authorization", change(header))])
  }

  /// What checking as an app comes to, in a word.
  func app(_ request: BusRequest, now: Timestamp = now) -> String {
    Self.word(authenticator.app(request, apps: apps, now: now))
  }

  func token(_ request: BusRequest, now: Timestamp = now) -> String {
    Self.word(authenticator.token(request, now: now))
  }

  private static func word<Caller>(_ outcome: Authentication<Caller>) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .refused(let problem): problem.code.rawValue
    case .doubtful(let problem): "doubtful " + problem.code.rawValue
    }
  }
}
