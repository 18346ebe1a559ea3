/// What a load test asks for.
public enum RequestKind: Int, CaseIterable, Sendable {
  case verify, renew, activate, config, introspect, healthz

  public var name: String { "\(self)" }

  public init?(name: some StringProtocol) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  var method: String { self == .config || self == .healthz ? "GET" : "POST" }

  var target: String { self == .healthz ? "/healthz" : "/v1/\(name)" }

  /// Whether devices must have been activated beforehand.
  var needsDevices: Bool { self != .activate && self != .healthz }

  /// Whether direct clients of the bus may ask it.
  public var isDirect: Bool { self == .verify || self == .introspect }

  /// Whether the answer carries claims with the request's nonce.
  var hasProof: Bool { self == .verify || self == .renew || self == .activate }
}
