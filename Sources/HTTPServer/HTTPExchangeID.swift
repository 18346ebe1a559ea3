/// Names one request in hand at one server, so that its answer may come later.
public struct HTTPExchangeID: Sendable, Hashable {
  let slot: Int32
  let generation: UInt32

  public init(slot: Int32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }
}
