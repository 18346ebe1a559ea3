/// Codes for activations to come, each with the device that uses it; given out once each.
struct Activations: Sendable {
  private let codes: [String]
  private let usesPerCode: Int
  /// Of the first device here.
  private let firstDevice: Int
  private var given = 0

  init(codes: [String], usesPerCode: Int, firstDevice: Int = 0) {
    self.codes = codes
    self.usesPerCode = usesPerCode
    self.firstDevice = firstDevice
  }

  static let none = Activations(codes: [], usesPerCode: 1)

  var count: Int { codes.count * usesPerCode }

  /// `nil`: they are used up.
  mutating func next() -> (code: String, device: Int)? {
    guard given < count else { return nil }
    defer { given += 1 }
    return (codes[given / usesPerCode], firstDevice + given)
  }

  /// One part for each of so many threads; no device is in two of them.
  func split(_ parts: Int) -> [Activations] {
    let limit = max(count, 1)
    return (0..<parts).map { part in
      if usesPerCode > 1 {
        let share = usesPerCode / parts
        return Activations(codes: codes, usesPerCode: share, firstDevice: part * limit)
      }
      let own = stride(from: part, to: codes.count, by: parts).map { codes[$0] }
      return Activations(codes: own, usesPerCode: 1, firstDevice: part * limit)
    }
  }
}
