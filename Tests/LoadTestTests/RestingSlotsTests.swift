import Testing

@testable import LoadTest

@Suite struct `Slots that rest` {
  private static let shortest: Int64 = 100_000_000
  private var slots = RestingSlots(count: 2)

  @Test mutating func `are all ready at first, once`() {
    #expect(!slots.isEmpty && slots.first == 0)
    #expect(slots.takeEnded(at: 0) == [0, 1])
    #expect(slots.isEmpty && slots.takeEnded(at: 0).isEmpty)
  }

  @Test mutating func `rest for as long as they were told, a tenth of a second at least`() {
    _ = slots.takeEnded(at: 0)
    slots.add(1, from: 1000, nanoseconds: 0)
    slots.add(0, from: 1000, nanoseconds: 3 * Self.shortest)
    #expect(slots.takeEnded(at: 999 + Self.shortest).isEmpty)
    #expect(slots.takeEnded(at: 1000 + Self.shortest) == [1])
    #expect(slots.first == 0)
    #expect(slots.takeEnded(at: 1000 + 3 * Self.shortest) == [0])
  }
}
