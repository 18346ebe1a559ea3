import Postgres

/// Why a store could not do what it was asked to. Nothing of it was done, or the same call finds
/// what was done.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// PostgreSQL cannot be reached, or failed a moment ago and is not tried yet.
  case away
  /// Somebody else held a row for too long, or transactions stood in each other's way.
  case busy
  /// PostgreSQL refused the statement, or a row cannot be read: our fault, not the moment's.
  case fault(PostgresError)

  public var isRetryable: Bool {
    switch self {
    case .away, .busy: true
    case .fault: false
    }
  }

  public var code: String {
    switch self {
    case .away: "STORE_AWAY"
    case .busy: "STORE_BUSY"
    case .fault: "STORE_FAULT"
    }
  }

  public var description: String {
    switch self {
    case .away: "PostgreSQL is away"
    case .busy: "PostgreSQL is busy with the same rows"
    case .fault(let error): "PostgreSQL refused: \(error)"
    }
  }
}
