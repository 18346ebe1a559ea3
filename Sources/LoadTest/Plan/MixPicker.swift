/// Picks kinds so that after any number of picks each kind is within one of its share: no chance is
/// involved, so two runs ask the same.
struct MixPicker {
  private let kinds: [RequestKind]
  private let weights: [Int]
  private let total: Int
  private var credits: [Int]

  init(_ mix: Mix) {
    kinds = mix.kinds
    weights = kinds.map { mix.weight(of: $0) }
    total = weights.reduce(0, +)
    credits = weights.map { _ in 0 }
  }

  mutating func next() -> RequestKind {
    if kinds.count == 1 { return kinds[0] }
    var best = 0
    for place in kinds.indices {
      credits[place] += weights[place]
      if credits[place] > credits[best] { best = place }
    }
    credits[best] -= total
    return kinds[best]
  }
}
