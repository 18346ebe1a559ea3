import Cryptography
import Instants
import LicenseStore
import Licensing
import MessageBus
import Problems

/// Checks who sent a request: syntax → timestamp → signature (signing.md, "Requests"). The nonce is
/// claimed afterwards, so that a forged request spends none. Asks no store.
public struct RequestAuthenticator: Sendable {
  private let tokenKeys: TokenKeys

  public init(tokenKeys: TokenKeys) { self.tokenKeys = tokenKeys }

  /// For calls that an app signs with its client key.
  public func app(
    _ request: BusRequest, apps: AppSnapshot, now: Timestamp
  ) -> Authentication<AppCaller> {
    switch header(of: request) {
    case nil: namedApp(request, apps)
    case .signed(let signature): app(signature, request, apps, now)
    case .bearer, .otherScheme: .refused(.signatureMissing)
    case .malformed(let fault): .refused(.badAuthorization(fault.rawValue))
    }
  }

  /// For calls that a device signs with its token. Whether a bearer will do is the app's setting,
  /// which is not known before the licence is: whoever looks that up asks then.
  public func token(_ request: BusRequest, now: Timestamp) -> Authentication<TokenCaller> {
    switch header(of: request) {
    case nil, .otherScheme: .refused(.signatureMissing)
    case .signed(let signature): token(signature, request, now)
    case .bearer(let text): bearer(text, request)
    case .malformed(let fault): .refused(.badAuthorization(fault.rawValue))
    }
  }

  /// Whether a request names an app as its signer, for calls that both may sign.
  public func isSignedByApp(_ request: BusRequest) -> Bool {
    guard case .signed(let signature) = header(of: request) else { return false }
    switch signature.signer {
    case .app, .appUnknown: return true
    case .token, .tokenMalformed: return false
    }
  }

  private func header(of request: BusRequest) -> Authorization? {
    let values = request.values(of: "authorization")
    guard values.count <= 1 else { return .malformed(.parts) }
    return values.first.map(Authorization.parse)
  }

  // MARK: Apps

  private func app(
    _ signature: RequestSignature, _ request: BusRequest, _ apps: AppSnapshot, _ now: Timestamp
  ) -> Authentication<AppCaller> {
    guard signature.isInWindow(now: now) else { return .refused(.outOfWindow(now)) }
    // An id of another form names no app, whatever the revision.
    guard case .app(let id) = signature.signer else { return .refused(.signatureInvalid) }
    guard let record = apps[id] else { return .doubtful(.signatureInvalid) }
    let check = SignatureCheck(signature, of: request)
    guard record.clientKeys.contains(where: { $0.serves(at: now) && check.holds(with: $0.secret) })
    else { return .doubtful(.signatureInvalid) }
    return .accepted(AppCaller(record: record, proof: Proof(signature)))
  }

  /// `Countersign-App: app_…`, where the app allows it.
  private func namedApp(_ request: BusRequest, _ apps: AppSnapshot) -> Authentication<AppCaller> {
    let names = request.values(of: "countersign-app")
    guard let name = names.first else { return .refused(.signatureMissing) }
    guard names.count == 1, let proof = Proof(bearerNonceOf: request) else {
      return .refused(.badHeader)
    }
    guard let id = AppID(text: String(decoding: name, as: UTF8.self)) else {
      return .refused(.signatureInvalid)
    }
    guard let record = apps[id] else { return .doubtful(.signatureInvalid) }
    guard record.app.settings.requestAuthentication == .bearer else {
      return .doubtful(.signatureMissing)
    }
    return .accepted(AppCaller(record: record, proof: proof))
  }

  // MARK: Tokens

  private func token(
    _ signature: RequestSignature, _ request: BusRequest, _ now: Timestamp
  ) -> Authentication<TokenCaller> {
    guard signature.isInWindow(now: now) else { return .refused(.outOfWindow(now)) }
    switch signature.signer {
    case .app, .appUnknown: return .refused(.signatureInvalid)
    case .tokenMalformed: return .refused(.tokenInvalid)
    case .token(let token): return self.token(token, signature, request)
    }
  }

  private func token(
    _ token: AccessTokenID, _ signature: RequestSignature, _ request: BusRequest
  ) -> Authentication<TokenCaller> {
    guard let secret = tokenKeys.secret(of: token) else {
      return .refused(.tokenInvalid)
    }
    let check = SignatureCheck(signature, of: request)
    guard check.holds(with: SecretBytes(secret)) else {
      return .refused(.signatureInvalid)
    }
    return .accepted(TokenCaller(token: token, proof: Proof(signature)))
  }

  /// What does not even look like a token is another scheme, as far as this call is concerned.
  private func bearer(_ text: String, _ request: BusRequest) -> Authentication<TokenCaller> {
    guard text.hasPrefix(AccessTokenID.prefix) else { return .refused(.signatureMissing) }
    guard let proof = Proof(bearerNonceOf: request) else { return .refused(.badHeader) }
    guard let token = tokenKeys.token(from: text) else { return .refused(.tokenInvalid) }
    return .accepted(TokenCaller(token: token, proof: proof))
  }
}

extension ClientKey {
  /// After a rotation the old key serves until its end.
  func serves(at now: Timestamp) -> Bool { endsAt.map { now < $0 } ?? true }
}

extension Problem {
  static func badAuthorization(_ reason: String) -> Problem {
    .malformed("The Authorization header is malformed: \(reason).")
  }
}
