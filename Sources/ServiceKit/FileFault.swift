/// Why a file could not be used. Names the path, never the contents.
public struct FileFault: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case unreadable(errorNumber: Int32)
    case notARegularFile
    case tooLarge(limitBytes: Int)
    case openToOthers
    case ownedByAnother
    case notText
  }

  public let path: String
  public let reason: Reason

  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  public var code: String { "FILE_UNUSABLE" }
  public var isRetryable: Bool { false }

  public var description: String {
    switch reason {
    case .unreadable(let number):
      "\(path) cannot be read (\(SystemFault(call: "open", errorNumber: number)))"
    case .notARegularFile: "\(path) is not a regular file"
    case .tooLarge(let limit): "\(path) is larger than \(limit) bytes"
    case .openToOthers: "\(path) can be read by others than its owner; set its mode to 0600"
    case .ownedByAnother: "\(path) belongs to another user, who could have chosen it; chown it"
    case .notText: "\(path) is not UTF-8 text"
    }
  }
}
