/// Memory of one fixed size that is handed out front to back and taken back all at once: one
/// message costs no allocation, and none can hold more than the arena.
final class Arena {
  private let base: UnsafeMutableRawPointer
  private let capacity: Int
  private var used = 0

  init(capacity: Int) {
    base = .allocate(byteCount: capacity, alignment: 16)
    self.capacity = capacity
  }

  deinit {
    base.deallocate()
  }

  func reset() {
    used = 0
  }

  /// `nil` when the arena is used up.
  func take(byteCount: Int, alignment: Int = 16) -> UnsafeMutableRawPointer? {
    let start = (used + alignment - 1) & ~(alignment - 1)
    guard byteCount <= capacity - start else { return nil }
    used = start + byteCount
    return base + start
  }
}
