/// How much a line matters; `COUNTERSIGN_LOG_LEVEL` names the lowest that is written.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case debug
  case info
  case warning
  case error

  private var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }

  public static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rank < right.rank
  }
}
