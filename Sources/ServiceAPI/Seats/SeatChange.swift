import LicenseStore
import Licensing

/// What a transaction over a seat has left, and Redis has to be told.
public struct SeatChange {
  let license: License
  let binding: Binding
  let token: TokenState
  /// Empty where nothing changed.
  let outboxIDs: [Int64]
}

extension SeatOutcome {
  var change: SeatChange? {
    guard case .done(let grant) = self else { return nil }
    return SeatChange(
      license: grant.license, binding: grant.binding, token: grant.token,
      outboxIDs: grant.outboxIDs)
  }
}

extension DeactivationOutcome {
  public var change: SeatChange? {
    guard case .done(let seat) = self else { return nil }
    return SeatChange(
      license: seat.license, binding: seat.binding, token: seat.token, outboxIDs: seat.outboxIDs)
  }
}
