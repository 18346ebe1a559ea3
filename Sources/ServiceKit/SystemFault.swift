import Glibc

/// A call to the operating system that failed: the call's name and its errno, nothing else.
public struct SystemFault: Error, Hashable, Sendable, CustomStringConvertible {
  public let call: String
  public let errorNumber: Int32

  public init(call: String, errorNumber: Int32 = errno) {
    self.call = call
    self.errorNumber = errorNumber
  }

  public var code: String { "SYSTEM_CALL_FAILED" }

  public var isRetryable: Bool {
    errorNumber == EAGAIN || errorNumber == EINTR || errorNumber == ENOMEM
      || errorNumber == EMFILE || errorNumber == ENFILE
  }

  public var description: String {
    "\(call): \(String(cString: strerror(errorNumber)))"
  }
}
