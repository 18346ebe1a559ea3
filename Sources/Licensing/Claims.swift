import Instants

/// What a credential states. A client acts on these and on nothing else.
public struct Claims: Hashable, Sendable {
  /// What a yes grants; a refusal has none of it.
  public struct Grant: Hashable, Sendable {
    public let plan: Plan
    /// `nil` is without end.
    public let licenseExpiresAt: Timestamp?
    /// The app's with the licence's laid over.
    public let features: Features
    public let settings: ClientSettings

    public init(
      plan: Plan, licenseExpiresAt: Timestamp?, features: Features, settings: ClientSettings
    ) {
      self.plan = plan
      self.licenseExpiresAt = licenseExpiresAt
      self.features = features
      self.settings = settings
    }
  }

  /// Whom the claims speak of and to: the same for a yes and a no.
  public struct Subject: Hashable, Sendable {
    /// `iss`, the server's name.
    public let issuer: String
    /// `aud`.
    public let appID: AppID
    /// `sub`.
    public let licenseID: LicenseID
    public let device: DeviceID
    /// The request's nonce; absent if there was none.
    public let nonce: String?

    public init(
      issuer: String, appID: AppID, licenseID: LicenseID, device: DeviceID, nonce: String?
    ) {
      self.issuer = issuer
      self.appID = appID
      self.licenseID = licenseID
      self.device = device
      self.nonce = nonce
    }
  }

  public let subject: Subject
  /// `iat`, which equals the answer's `server_time`.
  public let issuedAt: Timestamp
  /// `exp`: until when a client may start on these claims without a network.
  public let expiresAt: Timestamp
  /// `jti`.
  public let id: ClaimsID
  public let code: Verdict
  public let grant: Grant?
}

extension Claims {
  /// A yes: offline until `min(iat + offline grace, expires_at)`.
  public static func valid(_ subject: Subject, grant: Grant, id: ClaimsID, now: Timestamp) -> Claims {
    let graceEnd = now + Int64(grant.settings.offlineGraceSeconds)
    let end = min(graceEnd, grant.licenseExpiresAt ?? graceEnd)
    return Claims(
      subject: subject, issuedAt: now, expiresAt: end, id: id, code: .valid, grant: grant)
  }

  /// A no serves offline for no time at all.
  public static func refusal(
    _ subject: Subject, code: Verdict, id: ClaimsID, now: Timestamp
  ) -> Claims {
    precondition(code != .valid, "a refusal says why")
    return Claims(
      subject: subject, issuedAt: now, expiresAt: now, id: id, code: code, grant: nil)
  }
}
