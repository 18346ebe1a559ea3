import Glibc

/// A child that could not be started, did not end in time or ended badly. Arguments and environment
/// are not shown.
public struct ChildFault: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case notStarted(errorNumber: Int32)
    case outputUnusable(errorNumber: Int32)
    case timedOut
    case failed(ExitStatus, lastWords: String)
  }

  public let executable: String
  public let reason: Reason

  public init(executable: String, reason: Reason) {
    self.executable = executable
    self.reason = reason
  }

  public var code: String { "CHILD_FAILED" }
  public var isRetryable: Bool { false }

  public var description: String {
    switch reason {
    case .notStarted(let number):
      "\(executable) could not be started: \(String(cString: strerror(number)))"
    case .outputUnusable(let number):
      "the output of \(executable) could not be opened: \(String(cString: strerror(number)))"
    case .timedOut: "\(executable) did not end in time"
    case .failed(let status, let words):
      words.isEmpty ? "\(executable) \(status)" : "\(executable) \(status): \(words)"
    }
  }
}
