import ServiceKit
import ZeroMQ

/// Why a worker could not start.
public enum WorkerStartError: Error, CustomStringConvertible {
  /// Making the handler failed; the error is the handler's own.
  case handler(any Error)
  case socket(ZeroMQError)
  case system(SystemFault)
  /// The handler was not made in time.
  case timedOut

  public var code: String {
    switch self {
    case .handler: "HANDLER_FAILED"
    case .socket: "SOCKET_FAILED"
    case .system: "SYSTEM_CALL_FAILED"
    case .timedOut: "TIMED_OUT"
    }
  }

  public var isRetryable: Bool {
    switch self {
    case .handler, .timedOut: true
    case .socket(let error): error.isRetryable
    case .system(let fault): fault.isRetryable
    }
  }

  public var description: String {
    switch self {
    case .handler(let error): "The handler could not be made: \(error)"
    case .socket(let error): error.description
    case .system(let fault): fault.description
    case .timedOut: "The handler was not made in time."
    }
  }
}
