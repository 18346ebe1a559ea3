/// Connections by the time they are due: a binary heap, the earliest first.
struct ParkedSlots {
  private var heap: [Schedule.Turn] = []

  var first: Schedule.Turn? { heap.first }

  mutating func park(_ slot: Int, until dueAt: Int64) {
    heap.append(Schedule.Turn(slot: slot, dueAt: dueAt))
    var place = heap.count - 1
    while place > 0, heap[place].dueAt < heap[(place - 1) / 2].dueAt {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while let child = earlierChild(of: place), heap[child].dueAt < heap[place].dueAt {
      heap.swapAt(place, child)
      place = child
    }
  }

  private func earlierChild(of place: Int) -> Int? {
    let left = 2 * place + 1
    guard left < heap.count else { return nil }
    return left + 1 < heap.count && heap[left + 1].dueAt < heap[left].dueAt ? left + 1 : left
  }
}
