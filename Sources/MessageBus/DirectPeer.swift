import Instants
import ZeroMQ

/// One connection of a direct client, as a lane sees it.
struct DirectPeer: Sendable {
  let client: Int
  var lastHeard: MonotonicTime
  var clock = ClockDifference()
  /// The operator key that the connection was accepted with.
  var key: Int?
  /// Sends nothing more, as it said.
  var isDrained = false
}

/// What one identity uses of a lane, over all of its connections.
struct DirectClientUse: Sendable {
  let identity: DirectIdentity
  let prefix: [UInt8]
  var inFlightCap: Int
  var inFlight = 0
  var peers = 0

  init(_ identity: DirectIdentity, inFlightCap: Int) {
    self.identity = identity
    prefix = identity.prefix
    self.inFlightCap = inFlightCap
  }
}

/// An operator key that connections were accepted with.
struct DirectKey: Sendable {
  let authorization: [UInt8]
  var uses = 0
  var isBeingChecked = false
  var nextCheck: MonotonicTime
}
