import Cryptography
import Encodings
import Instants
import LicenseStore
import Licensing
import MessageBus
import Problems

/// Checks who signed a request: syntax → timestamp → signature (signing.md, "Requests"). The nonce
/// is claimed afterwards, so that a forged request spends none. Asks no store.
public struct RequestAuthenticator: Sendable {
  private let tokens: AccessTokens

  public init(tokens: AccessTokens) { self.tokens = tokens }

  /// For calls that an app signs with its client key.
  public func app(_ request: BusRequest, apps: AppDirectory, now: Timestamp)
    -> Authentication<AppCaller>
  {
    switch AuthorizationHeader(request) {
    case .signature(let signature): app(signature, request, apps, now)
    case .refused(let problem): .refused(problem)
    case .bearer: .refused(.signatureMissing)
    case .absent: namedApp(request, apps)
    }
  }

  /// For calls that a device signs with its token. Whether a bearer will do is the app's setting,
  /// which is not known before the licence is: the caller asks `allowsBearer` then.
  public func token(_ request: BusRequest, now: Timestamp) -> Authentication<TokenCaller> {
    switch AuthorizationHeader(request) {
    case .signature(let signature): token(signature, request, now)
    case .bearer(let text): bearer(text, request)
    case .refused(let problem): .refused(problem)
    case .absent: .refused(.signatureMissing)
    }
  }

  // MARK: Apps

  private func app(
    _ signature: RequestSignature, _ request: BusRequest, _ apps: AppDirectory, _ now: Timestamp
  ) -> Authentication<AppCaller> {
    guard signature.isWithinWindow(of: now) else { return .refused(.outOfWindow(now)) }
    guard case .app(let id) = signature.signer else {
      // An id of another form names no app, whatever the revision.
      return .refused(.signatureInvalid)
    }
    guard let record = apps[id] else { return .doubtful(.signatureInvalid) }
    let keys = record.clientKeys.filter { $0.serves(at: now) }
    let message = signature.message(of: request)
    guard keys.contains(where: { signature.holds(over: message, secret: $0.secret.bytes) }) else {
      return .doubtful(.signatureInvalid)
    }
    return .accepted(AppCaller(record: record, proof: signature.proof))
  }

  /// `Countersign-App: app_…`, where the app allows it.
  private func namedApp(_ request: BusRequest, _ apps: AppDirectory) -> Authentication<AppCaller> {
    let names = request.values(of: "countersign-app")
    guard let name = names.first else { return .refused(.signatureMissing) }
    guard names.count == 1, let nonce = bearerNonce(request) else {
      return .refused(.badHeader)
    }
    guard let id = AppID(text: String(decoding: name, as: UTF8.self)) else {
      return .refused(.signatureInvalid)
    }
    guard let record = apps[id] else { return .doubtful(.signatureInvalid) }
    guard record.app.settings.requestAuthentication == .bearer else {
      return .doubtful(.signatureMissing)
    }
    return .accepted(AppCaller(record: record, proof: .bearer(nonce: nonce.text)))
  }

  // MARK: Tokens

  private func token(_ signature: RequestSignature, _ request: BusRequest, _ now: Timestamp)
    -> Authentication<TokenCaller>
  {
    guard signature.isWithinWindow(of: now) else { return .refused(.outOfWindow(now)) }
    switch signature.signer {
    case .app, .appUnknown: return .refused(.signatureInvalid)
    case .tokenMalformed: return .refused(.tokenInvalid)
    case .token(let token):
      guard let secret = tokens.secret(of: token) else { return .refused(.tokenInvalid) }
      guard signature.holds(over: signature.message(of: request), secret: secret) else {
        return .refused(.signatureInvalid)
      }
      return .accepted(TokenCaller(token: token, proof: signature.proof))
    }
  }

  private func bearer(_ text: String, _ request: BusRequest) -> Authentication<TokenCaller> {
    guard text.hasPrefix(AccessTokenID.prefix) else { return .refused(.signatureMissing) }
    guard let nonce = bearerNonce(request) else { return .refused(.badHeader) }
    guard let token = tokens.token(from: text) else { return .refused(.tokenInvalid) }
    return .accepted(TokenCaller(token: token, proof: .bearer(nonce: nonce.text)))
  }

  /// `nil`: a `Countersign-Nonce` that no signed request could carry, or more than one.
  private func bearerNonce(_ request: BusRequest) -> (text: String?, Void)? {
    let values = request.values(of: "countersign-nonce")
    guard let value = values.first else { return (nil, ()) }
    guard values.count == 1, RequestSignature.isNonce(value) else { return nil }
    return (String(decoding: value, as: UTF8.self), ())
  }
}
