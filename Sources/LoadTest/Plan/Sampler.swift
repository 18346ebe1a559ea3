/// Chooses a fixed share, evenly spread.
struct Sampler {
  private let share: Double
  private var credit = 0.0

  /// - Parameter share: 0 to 1.
  init(share: Double) { self.share = share }

  mutating func chooses() -> Bool {
    credit += share
    guard credit >= 1 - 1e-9 else { return false }
    credit -= 1
    return true
  }
}
