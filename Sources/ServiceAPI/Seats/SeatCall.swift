import Instants
import LicenseStore
import Licensing

/// What sets activate and renew apart.
public struct SeatCall: Sendable {
  public typealias SlidEndLookup = (BindingID, UInt32) -> Timestamp?

  public let path: String
  /// Counted per device.
  public let deviceRule: RateRule.Name
  /// Counted per address, where the call has such a limit.
  public let addressRule: RateRule.Name?
  let perform:
    @Sendable (PostgresStore, SeatCommand, @escaping SlidEndLookup) throws(StoreError) ->
      SeatOutcome

  public init(
    path: String, deviceRule: RateRule.Name, addressRule: RateRule.Name?,
    perform:
      @escaping @Sendable (PostgresStore, SeatCommand, @escaping SlidEndLookup)
      throws(StoreError) -> SeatOutcome
  ) {
    self.path = path
    self.deviceRule = deviceRule
    self.addressRule = addressRule
    self.perform = perform
  }
}
