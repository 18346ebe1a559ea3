import Licensing

/// Everything that a batch of verifications asks of Redis, for one trip there and back.
public struct VerificationTrip: Sendable {
  public struct Subject: Hashable, Sendable {
    public var bindingID: BindingID
    public var licenseID: LicenseID

    public init(bindingID: BindingID, licenseID: LicenseID) {
      self.bindingID = bindingID
      self.licenseID = licenseID
    }
  }

  public var claims: [NonceClaim] = []
  public var subjects: [Subject] = []
  /// Ends that verdicts of an earlier batch moved. Leave out those whose second is there already.
  public var slides: [SlideWrite] = []
  /// Of requests without a nonce only: the others are counted when their nonce proved to be new, so
  /// that replaying somebody's request does not use up his limit.
  public var rates: [RateCheck] = []

  public init() {}

  public var isEmpty: Bool {
    claims.isEmpty && subjects.isEmpty && slides.isEmpty && rates.isEmpty
  }
}

/// A slid end on its way to Redis.
public struct SlideWrite: Hashable, Sendable {
  public var end: SlidEnd
  /// The app's `token_ttl_seconds`, which decides how long the end is kept.
  public var tokenTTLSeconds: Int

  public init(_ end: SlidEnd, tokenTTLSeconds: Int) {
    self.end = end
    self.tokenTTLSeconds = tokenTTLSeconds
  }
}

/// What Redis answered, in the order of what was asked. A value that is absent or that cannot be
/// read is `nil`.
public struct TripResult: Sendable {
  public var nonces: [NonceOutcome]
  public var bindings: [StoredBinding?]
  public var licenses: [StoredLicense?]
  public var ends: [SlidEnd?]
  public var rates: [RateOutcome]
  public var appsRevision: Int64?
}
