import Licensing
import Wire

/// The end of a request that was sent. Each gets exactly one, unless it was abandoned.
public enum GatewayEvent: Hashable, Sendable {
  case reply(RequestID, BusReply)
  case failed(RequestID, reason: FailureReason)

  public enum FailureReason: Hashable, Sendable {
    case deadlineExceeded
    /// The worker went, and no other could be asked.
    case unavailable
    /// The worker said no; 0 milliseconds when it gave no advice.
    case rejected(code: RejectCode, retryAfterMs: UInt32)
  }
}
