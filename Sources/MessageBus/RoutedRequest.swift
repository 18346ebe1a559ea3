import Instants

/// A request that a worker has, as the gateway keeps it.
struct RoutedRequest: Sendable {
  var request: OutgoingRequest
  let service: Int
  /// The worker it was last sent to; only its reply counts.
  var worker: PeerID
  let deadline: MonotonicTime
  var sends = 1
  /// Its client was told so. It stays with its worker until that answers or goes.
  var isExpired = false
  /// Its client left: no event, and no second try.
  var isAbandoned = false
  /// Requests of a lost worker are sent again in the order they came.
  let order: UInt64
}
