import Licensing

/// Which log rows a list holds.
public struct LogFilter: Hashable, Sendable {
  public var target: LogTarget?
  public var operatorName: String?
  public var action: LogAction?
  /// The app that the asking key is bound to.
  public var boundAppID: AppID?

  public init() {}
}
