/// Names one request in hand at one server, so that its answer may come later.
public struct HTTPExchangeID: Sendable, Hashable {
  let slot: Int32
  let generation: UInt32
}
