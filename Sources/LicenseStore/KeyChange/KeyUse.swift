import Licensing
import Postgres

/// What in the database still rests on a key that is to go.
public struct KeyUse {
  /// Beyond that many nobody counts on.
  public static let countLimit = 100_000

  private let connection: PostgresConnection

  public init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  /// Tokens by that token key that have not ended, `countLimit` at most. PostgreSQL's end is never
  /// before the one in Redis.
  public func liveTokens(byKey number: UInt8) throws(PostgresError) -> Int {
    let found = try connection.run(
      """
      SELECT count(*) AS total FROM (SELECT FROM access_tokens
        WHERE key_number = $1 AND ends_at > clock_timestamp() LIMIT \(Self.countLimit)) AS live
      """, [.int(Int64(number))])
    return Int(try found.only().int("total"))
  }

  /// Whether any token, by whichever key, has not ended.
  public func hasLiveTokens() throws(PostgresError) -> Bool {
    try connection.run(
      """
      SELECT EXISTS (SELECT FROM access_tokens WHERE ends_at > clock_timestamp()) AS any
      """
    ).only().bool("any")
  }

  /// How long a credential lives at most, by the apps' settings as they are now.
  public func longestOfflineGraceSeconds() throws(PostgresError) -> Int64 {
    var longest = Int64(AppSettings().offlineGraceSeconds)
    for row in try connection.run("SELECT settings AS a_settings FROM apps") {
      let settings = StoredSettings.read(try row.text("a_settings"))
      longest = max(longest, Int64(settings.offlineGraceSeconds))
    }
    return longest
  }
}
