import Licensing
import Postgres

/// What a transaction about a seat reads before it decides, in one round trip.
struct SeatOpening {
  /// Nobody had claimed the request's id or nonce.
  let isFirst: Bool
  /// `nil`: the code is unknown, or another app's.
  let license: LicenseRow?
  let seatsUsed: Int
  let holdings: [Holding]

  /// A binding and its token.
  struct Holding {
    let binding: Binding
    let token: TokenState

    init(_ row: PostgresRow) throws(PostgresError) {
      binding = try Binding(row)
      token = try TokenState(row)
    }
  }

  static func read(
    _ command: SeatCommand, _ code: LicenseCode, making candidate: BindingID?,
    _ connection: PostgresConnection
  ) throws(PostgresError) -> SeatOpening {
    let isActivation = candidate != nil
    let answers = try connection.runAll([
      SeatStatements.claim(
        command.claim, made: isActivation ? .binding : .token, candidate.map { [$0] } ?? [],
        at: command.now),
      SeatStatements.license(code, of: command.appID, isLocking: isActivation),
      SeatStatements.seatsUsed(code, of: command.appID),
      SeatStatements.bindings(code, of: command.appID, devices: command.devices),
    ])
    return try SeatOpening(answers)
  }

  private init(_ answers: [PostgresRows]) throws(PostgresError) {
    isFirst = answers[0].affectedRowCount == 1
    license = if let row = answers[1].first { try LicenseRow(row) } else { nil }
    seatsUsed = Int(try answers[2].only().int("used"))
    var holdings: [Holding] = []
    for row in answers[3] { holdings.append(try Holding(row)) }
    self.holdings = holdings
  }

  func holding(of binding: Binding) throws(PostgresError) -> Holding {
    guard let holding = holdings.first(where: { $0.binding.id == binding.id }) else {
      throw PostgresError(.unexpectedAnswer)
    }
    return holding
  }
}
