import Licensing
import Postgres

/// What a deactivation reads before it decides.
struct DeactivationOpening {
  let license: LicenseRow
  let app: App
  let binding: Binding
  let token: TokenState
  let seat: DeactivationDecision.Seat
  let seatsUsed: Int

  /// `nil`: there is no such licence or binding.
  init?(_ answers: ArraySlice<PostgresRows>) throws(PostgresError) {
    let first = answers.startIndex
    guard let licensed = answers[first].first, let bound = answers[first + 1].first else {
      return nil
    }
    license = try LicenseRow(licensed)
    app = try App(licensed)
    binding = try Binding(bound)
    token = try TokenState(bound)
    seat = try Self.seat(binding, isGivenBack: bound.bool("b_is_given_back"))
    seatsUsed = Int(try answers[first + 2].only().int("used"))
  }

  private static func seat(_ binding: Binding, isGivenBack: Bool) -> DeactivationDecision.Seat {
    if binding.isBound { return .held }
    return isGivenBack ? .givenBack : .taken
  }
}
