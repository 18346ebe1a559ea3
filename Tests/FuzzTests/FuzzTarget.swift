/// Code that reads bytes from outside, with what has to hold whatever they are.
///
/// The same check is run by libFuzzer (`scripts/fuzz`), and over its seeds by the tests.
struct FuzzTarget: Sendable {
  let name: String
  /// Inputs that lead a search into the code.
  let seeds: [[UInt8]]
  /// Throws when something does not hold. A trap is a finding as well.
  let check: @Sendable ([UInt8]) throws -> Void

  static let all: [FuzzTarget] = [
    .authorization, .canonical, .envelope, .json, .keys, .stored, .targets, .texts,
  ]
}

/// A sentence that has to be true of each input, and was not.
struct BrokenProperty: Error, CustomStringConvertible {
  let description: String
}

func hold(_ isTrue: Bool, _ property: String) throws {
  if !isTrue { throw BrokenProperty(description: property) }
}
