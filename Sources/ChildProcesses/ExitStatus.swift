/// How a child ended.
public enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case killed(signal: Int32)

  /// - Parameter status: as `waitpid` gives it for a child that has ended.
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  public var isSuccess: Bool { self == .exited(0) }

  public var description: String {
    switch self {
    case .exited(let code): "exited with \(code)"
    case .killed(let signal): "was ended by signal \(signal)"
    }
  }
}
