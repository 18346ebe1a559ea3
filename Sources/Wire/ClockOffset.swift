/// The sender's clock less that of a store.
public struct ClockOffset: Hashable, Sendable {
  public var store: String
  public var milliseconds: Int64

  public init(store: String, milliseconds: Int64) {
    self.store = store
    self.milliseconds = milliseconds
  }
}
