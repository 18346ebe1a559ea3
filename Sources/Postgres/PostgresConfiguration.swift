/// Where PostgreSQL is, and the limits that every session sets.
public struct PostgresConfiguration: Sendable {
  /// `postgresql://…` or `key=value …`, as libpq reads it. May hold a password: never log it.
  public var url: String
  public var applicationName: String
  public var connectTimeoutMilliseconds: Int64 = 2000
  /// How long an answer may take on top of what the server's own limits allow.
  public var answerTimeoutMilliseconds: Int64 = 4000
  public var lockTimeoutMilliseconds: Int64 = 1000
  public var statementTimeoutMilliseconds: Int64 = 3000
  public var idleInTransactionTimeoutMilliseconds: Int64 = 5000
  public var keepAliveSeconds: Int = 10
  static let keepAliveProbes = 3
  /// For who only looks up single rows: a plan made while a table was small would read all of it,
  /// and is kept until the server has counted the table anew.
  public var avoidsTableScans = false

  public init(url: String, applicationName: String = "countersign") {
    self.url = url
    self.applicationName = applicationName
  }

  /// For who can answer without PostgreSQL: a server that hangs holds it up for a moment only.
  public mutating func waitBriefly() {
    connectTimeoutMilliseconds = 500
    statementTimeoutMilliseconds = 1000
    answerTimeoutMilliseconds = 1500
  }

  /// Set by one statement on each new connection, whatever the server's or the role's defaults.
  /// Compiling a plan takes longer than any of our statements may, and the server would do it to
  /// whatever looks dear: to a scan that cannot be avoided, where scans are to be.
  /// The server looks after its end of the connection, too: a session that a cut link left behind
  /// would keep its place among the server's connections for two hours.
  var sessionSettings: String {
    """
    SET TimeZone = 'UTC';
    SET client_min_messages = error;
    SET default_transaction_isolation = 'read committed';
    SET lock_timeout = \(lockTimeoutMilliseconds);
    SET statement_timeout = \(statementTimeoutMilliseconds);
    SET idle_in_transaction_session_timeout = \(idleInTransactionTimeoutMilliseconds);
    SET tcp_keepalives_idle = \(keepAliveSeconds);
    SET tcp_keepalives_interval = \(keepAliveSeconds);
    SET tcp_keepalives_count = \(Self.keepAliveProbes);
    SET tcp_user_timeout = \(keepAliveSeconds * 1000);
    SET jit = off;
    SET enable_seqscan = \(avoidsTableScans ? "off" : "on")
    """
  }

  /// libpq's connection parameters; the URL comes first so that the rest wins over it.
  var parameters: [(name: String, value: String)] {
    [
      ("dbname", url), ("application_name", applicationName), ("client_encoding", "UTF8"),
      ("keepalives", "1"), ("keepalives_idle", "\(keepAliveSeconds)"),
      ("keepalives_interval", "\(keepAliveSeconds)"),
      ("keepalives_count", "\(Self.keepAliveProbes)"),
      ("tcp_user_timeout", "\(keepAliveSeconds * 1000)"),
    ]
  }
}
