/// The settings that apps see, in answers and claims.
public struct ClientSettings: Hashable, Sendable {
  public let offlineGraceSeconds: Int
  public let verifyIntervalSeconds: Int
  public let forceOnline: Bool

  public init(_ settings: AppSettings) {
    offlineGraceSeconds = settings.offlineGraceSeconds
    verifyIntervalSeconds = settings.verifyIntervalSeconds
    forceOnline = settings.forceOnline
  }
}
