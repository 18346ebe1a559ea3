/// Why a call to PostgreSQL failed. Holds no text of the server's, which may quote values, but for
/// what it says of a connection that it refused.
public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Sendable {
    /// The connection could not be made, or broke. It has been discarded.
    case connection
    /// The server refused the name or the password.
    case authentication
    /// The connection string cannot be read.
    case configuration
    /// No answer within the time limit. The connection has been discarded.
    case timeout
    /// Another session held a lock for longer than `lock_timeout`.
    case lockTimeout
    /// The statement ran longer than `statement_timeout`.
    case statementTimeout
    /// A deadlock or a serialization failure (40P01, 40001) that outlived its retries.
    case serialization
    case uniqueViolation
    case foreignKeyViolation
    case checkViolation
    /// The connection broke while the answer to COMMIT was due: done or not done is not known.
    case commitUnknown
    /// The server refused the statement for another reason; `sqlState` says which.
    case refused
    /// An answer of a shape that the caller did not expect.
    case unexpectedAnswer
  }

  public let kind: Kind
  /// Five characters; see PostgreSQL's appendix A.
  public let sqlState: String?
  public let constraint: String?
  /// Why there is no connection, on one line and without the password; see `ConnectionReason`.
  public let reason: String?

  public init(
    _ kind: Kind, sqlState: String? = nil, constraint: String? = nil, reason: String? = nil
  ) {
    self.kind = kind
    self.sqlState = sqlState
    self.constraint = constraint
    self.reason = reason
  }

  /// Whether the same call may succeed when it is made anew, on a new connection.
  public var isRetryable: Bool {
    switch kind {
    case .connection, .timeout, .lockTimeout, .statementTimeout, .serialization, .commitUnknown:
      true
    case .refused:
      // Insufficient resources, and "the server is starting up or shutting down".
      sqlState.map { $0.hasPrefix("53") || $0.hasPrefix("57P") } ?? false
    case .authentication, .configuration, .uniqueViolation, .foreignKeyViolation, .checkViolation,
      .unexpectedAnswer:
      false
    }
  }

  /// Whether the connection is gone.
  public var endsConnection: Bool {
    switch kind {
    case .connection, .authentication, .configuration, .timeout, .commitUnknown: true
    default: false
    }
  }

  public var code: String { "POSTGRES_" + kind.rawValue }

  public var description: String {
    var text = "PostgreSQL: \(kind.rawValue)"
    if let sqlState { text += ", SQLSTATE \(sqlState)" }
    if let constraint { text += ", constraint \(constraint)" }
    if let reason { text += ": \(reason)" }
    return text
  }
}

extension PostgresError {
  /// What an error answer of the server means.
  init(sqlState: String?, constraint: String?) {
    self.init(Self.kind(of: sqlState ?? ""), sqlState: sqlState, constraint: constraint)
  }

  private static func kind(of sqlState: String) -> Kind {
    switch sqlState {
    case "40001", "40P01": .serialization
    case "55P03": .lockTimeout
    case "57014": .statementTimeout
    case "23505": .uniqueViolation
    case "23503": .foreignKeyViolation
    case "23514": .checkViolation
    // The session was ended; or it reaches a server that has become a standby (25006).
    case "57P01", "57P02", "57P05", "25P03", "25006": .connection
    default: sqlState.hasPrefix("08") ? .connection : .refused
    }
  }
}
