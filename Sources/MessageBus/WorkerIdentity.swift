import ZeroMQ

/// Who a worker is: what its connection proved by CURVE, never what a message says.
struct WorkerIdentity: Hashable, Sendable {
  /// `nil`: it proved nothing, which no socket of ours lets happen.
  let key: CurvePublicKey?
  /// Its line; `nil`: it is not on the list, or no longer.
  let peer: AllowList.Peer?

  func mayAnnounce(_ service: String) -> Bool { peer?.announces.contains(service) ?? false }
}
