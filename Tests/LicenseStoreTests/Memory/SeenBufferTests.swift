import Instants
import LicenseStore
import Licensing
import Testing

@Suite struct SeenBufferTests {
  private func update(_ id: UInt64, generation: UInt32 = 1, after seconds: Int64 = 0) -> SeenUpdate
  {
    SeenUpdate(
      bindingID: BindingID(rawValue: id), generation: generation,
      endsAt: Samples.start + seconds, seenAt: Samples.start + seconds)
  }

  private func note(
    _ buffer: inout SeenBuffer, slidTo end: Int64, postgres: Int64
  ) -> Int64 {
    let result = buffer.note(
      Samples.bindingID, generation: 1, slidTo: Samples.start + end,
      postgresEndsAt: Samples.start + postgres, tokenTTLSeconds: 43_200, at: Samples.start)
    return result - Samples.start
  }

  @Test func `PostgreSQL hears of a slid end only where its own does not reach it`() {
    var buffer = SeenBuffer()
    #expect(note(&buffer, slidTo: 100, postgres: 100) == 100)
    #expect(buffer.isEmpty)
    #expect(note(&buffer, slidTo: 101, postgres: 100) == 101 + 21_600)
    #expect(
      buffer.take(upTo: 10) == [
        SeenUpdate(
          bindingID: Samples.bindingID, generation: 1, endsAt: Samples.start + 101 + 21_600,
          seenAt: Samples.start)
      ])
  }

  @Test func `A device that verifies all the time is written once in half a life`() {
    var buffer = SeenBuffer()
    var postgres: Int64 = 43_200
    var writes = 0
    for second in stride(from: Int64(0), to: 86_400, by: 60) {
      postgres = note(&buffer, slidTo: second + 43_200, postgres: postgres)
      writes += buffer.take(upTo: 10).count
    }
    #expect(writes == 4)
  }

  @Test func `Updates leave with their ids ascending, as many as asked for`() {
    var buffer = SeenBuffer()
    for id in [9, 3, 7, 1, 5] as [UInt64] { #expect(buffer.add(update(id)) == true) }
    #expect(buffer.take(upTo: 3).map(\.bindingID.rawValue) == [1, 3, 5])
    #expect(buffer.take(upTo: 3).map(\.bindingID.rawValue) == [7, 9])
    #expect(buffer.take(upTo: 3).isEmpty)
  }

  @Test func `Of one binding the newest generation and the latest instants are kept`() {
    var buffer = SeenBuffer()
    #expect(buffer.add(update(1, generation: 2, after: 10)) == true)
    #expect(buffer.add(update(1, generation: 1, after: 50)) == true)
    let kept = buffer.take(upTo: 1)[0]
    #expect(kept.generation == 2)
    #expect(kept.endsAt == Samples.start + 10)
    #expect(kept.seenAt == Samples.start + 50)
  }

  @Test func `What does not fit is dropped and counted, and Redis keeps the end before`() {
    var buffer = SeenBuffer(capacity: 1)
    #expect(buffer.add(update(7)) == true)
    #expect(note(&buffer, slidTo: 101, postgres: 100) == 100)
    #expect(buffer.add(update(8)) == false)
    #expect(buffer.add(update(7, after: 5)) == true)
    #expect(buffer.droppedCount == 2)
    #expect(buffer.count == 1)
  }

  @Test func `What PostgreSQL did not take is put back`() {
    var buffer = SeenBuffer(capacity: 2)
    #expect(buffer.add(update(1)) == true)
    #expect(buffer.add(update(2)) == true)
    let taken = buffer.take(upTo: 2)
    #expect(buffer.add(update(3)) == true)
    buffer.putBack(taken)
    #expect(buffer.take(upTo: 9).map(\.bindingID.rawValue) == [1, 3])
    #expect(buffer.droppedCount == 1)
  }
}
