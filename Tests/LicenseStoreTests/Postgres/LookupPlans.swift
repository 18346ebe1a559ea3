import Licensing
import Postgres

@testable import LicenseStore

/// How PostgreSQL would look up what an activation or a renewal begins with.
struct LookupPlans {
  let fixture: SeatFixture
  let code: LicenseCode

  /// The statements that a licence's code is looked up by.
  private var statements: [PostgresStatement] {
    let app = fixture.appID
    return [
      SeatStatements.license(code, of: app, isLocking: true),
      SeatStatements.license(code, of: app, isLocking: false),
      SeatStatements.seatsUsed(code, of: app),
      SeatStatements.bindings(code, of: app, devices: [DeviceID(text: "device-7")]),
    ]
  }

  /// One plan a statement, made in a session of its own.
  ///
  /// - Parameter cacheMode: whether the plan may look at the values or is made for any.
  func all(_ cacheMode: String, avoidsTableScans: Bool) throws -> [String] {
    try statements.map { statement in
      var configuration = PostgresConfiguration(url: fixture.database.url)
      configuration.avoidsTableScans = avoidsTableScans
      let connection = try PostgresConnection.open(configuration)
      try connection.run("SET plan_cache_mode = \(cacheMode)")
      try connection.run("PREPARE looked_up AS \(statement.sql)")
      let values = statement.values.map(Self.literal).joined(separator: ", ")
      let rows = try connection.run("EXPLAIN EXECUTE looked_up (\(values))")
      return try rows.map { try $0.text(#""QUERY PLAN""#) }.joined(separator: "\n")
    }
  }

  private static func literal(_ value: PostgresValue) -> String {
    switch value {
    case .text(let text): "'\(text)'"
    case .int(let int): "'\(int)'"
    case .texts(let texts): "'{\(texts.joined(separator: ","))}'"
    default: preconditionFailure("a look-up binds texts and ids only")
    }
  }
}
