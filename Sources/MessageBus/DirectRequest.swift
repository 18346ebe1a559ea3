import Instants
import Licensing
import Wire

/// A request of a direct client that a lane shall take in hand.
struct DirectRequest: Hashable, Sendable {
  /// Of this service, not the client's own.
  let id: RequestID
  let head: RequestHead
  /// In this process' monotonic clock.
  let deadline: MonotonicTime
  /// The `authorization` of the operator key that the connection was accepted with.
  let connectionKey: [UInt8]?
  let origin: DirectOrigin
}

/// Whom a direct request's answer is for, and what hangs on it.
struct DirectOrigin: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case verify
    /// Under an operator key that was accepted.
    case introspect(key: Int)
    /// The answer decides whether the connection is accepted.
    case presentation(authorization: [UInt8])
    /// Nobody waits; the answer decides whether the key still counts.
    case keyCheck(key: Int)
  }

  var peer: PeerID
  /// The client that the request counts against; 0 for a key's look-up.
  let client: Int
  /// The client's own.
  let requestID: [UInt8]
  let purpose: Purpose

  var isKeyCheck: Bool { if case .keyCheck = purpose { true } else { false } }
}

/// What becomes of an answer.
enum DirectVerdict: Hashable, Sendable {
  case reply
  case refuse(RejectCode)
  /// Nobody is there to hear it.
  case drop
}
