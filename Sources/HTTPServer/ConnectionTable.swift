/// All open connections, by slot. A slot's generation grows with each request, so that a late answer finds nobody.
struct ConnectionTable: Sequence {
  private var slots: [Connection?] = []
  private var lastGenerations: [UInt32] = []
  private var freeSlots: [Int32] = []
  private(set) var count = 0

  /// `make` gets the slot and the generation to go on from.
  mutating func insert(_ make: (Int32, UInt32) -> Connection) -> Connection {
    let slot = freeSlots.popLast() ?? grow()
    let connection = make(slot, lastGenerations[Int(slot)])
    slots[Int(slot)] = connection
    count += 1
    return connection
  }

  mutating func remove(_ connection: Connection) {
    lastGenerations[Int(connection.slot)] = connection.generation
    slots[Int(connection.slot)] = nil
    freeSlots.append(connection.slot)
    count -= 1
  }

  /// The connection on which this very exchange still waits.
  subscript(exchange: HTTPExchangeID) -> Connection? {
    guard let connection = slots[Int(exchange.slot)] else { return nil }
    guard connection.generation == exchange.generation else { return nil }
    return connection.phase == .waiting && !connection.isCut ? connection : nil
  }

  func makeIterator() -> some IteratorProtocol<Connection> {
    slots.lazy.compactMap { $0 }.makeIterator()
  }

  private mutating func grow() -> Int32 {
    slots.append(nil)
    lastGenerations.append(0)
    return Int32(slots.count - 1)
  }
}
