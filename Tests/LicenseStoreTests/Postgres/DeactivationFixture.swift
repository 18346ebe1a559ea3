import Instants
import Licensing
import Postgres
import Testing

@testable import LicenseStore

/// An app whose devices may give so many seats back, and one licence with seats for all.
struct DeactivationFixture: Sendable {
  let seats: SeatFixture
  let license: License

  /// - Parameter quota: as JSON; `null` for no limit.
  init(quota: String, auth: String = "signed") throws {
    seats = try SeatFixture()
    license = try seats.makeLicense(seats: nil)
    try seats.database.run(
      """
      UPDATE apps SET settings = '{"self_unbind_per_30_days":\(quota),"request_auth":"\(auth)"}'
      """)
  }

  func store() -> PostgresStore { seats.store() }

  func bind(_ device: String) throws -> SeatGrant {
    try #require(try store().activate(seats.command(license, device)).grant)
  }

  func token(_ grant: SeatGrant) -> AccessTokenID {
    AccessTokenID(
      bindingID: grant.binding.id, licenseID: grant.license.id, keyNumber: grant.token.keyNumber,
      generation: grant.token.generation)
  }

  func command(
    _ grant: SeatGrant, adjust: (inout DeactivationCommand) -> Void = { _ in }
  ) -> DeactivationCommand {
    let (id, token) = (RequestID.random(), token(grant))
    var command = DeactivationCommand(
      claim: RequestClaim(
        requestID: id, keyID: token.text, nonce: id.description, contentHash: [1]),
      token: token, isBearer: false, address: "192.0.2.1", now: seats.time.now())
    adjust(&command)
    return command
  }

  func claims(of command: DeactivationCommand) throws -> Int {
    try seats.count("requests WHERE key_id = '\(command.claim.keyID)'")
  }

  func unbindCount() throws -> Int {
    try seats.count("action_logs WHERE action = 'device.unbind' AND operator IS NULL")
  }
}

extension DeactivationOutcome {
  var seat: ReturnedSeat? { if case .done(let seat) = self { seat } else { nil } }

  var refusal: DeactivationRefusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }
}
