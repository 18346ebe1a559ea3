/// How many of each kind of request, against one another.
public struct Mix: Equatable, Sendable {
  static let weightLimit = 1_000_000

  /// By `RequestKind.rawValue`.
  let weights: [Int]

  public static let verify = Mix(weights: [1, 0, 0, 0, 0, 0])

  private init(weights: [Int]) { self.weights = weights }

  /// `verify=95,renew=3,activate=2`; `verify` alone is `verify=1`. `nil`: another form.
  public init?(text: String) {
    var weights = [Int](repeating: 0, count: RequestKind.allCases.count)
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let kind = RequestKind(name: words[0]), weights[kind.rawValue] == 0,
        let weight = words.count == 1 ? 1 : Int(words[1]), (1...Self.weightLimit).contains(weight)
      else { return nil }
      weights[kind.rawValue] = weight
    }
    self.weights = weights
  }

  public var kinds: [RequestKind] { RequestKind.allCases.filter { weight(of: $0) > 0 } }

  public func contains(_ kind: RequestKind) -> Bool { weight(of: kind) > 0 }

  func weight(of kind: RequestKind) -> Int { weights[kind.rawValue] }

  var needsDevices: Bool { kinds.contains(where: \.needsDevices) }
}
