/// The options and words of one call: `--name value` or `--name=value` for options that take a
/// value, `--name` alone for switches.
struct Arguments {
  private var values: [String: [String]] = [:]
  private var switches: Set<String> = []
  private(set) var words: [String] = []

  /// - Parameters:
  ///   - options: those that take a value, with their dashes.
  ///   - switches: those that take none.
  init(
    _ arguments: [String], options: Set<String> = [], switches: Set<String> = []
  ) throws(UsageFault) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        words.append(argument)
        continue
      }
      try read(argument, &rest, options, switches)
    }
  }

  private mutating func read(
    _ argument: String, _ rest: inout ArraySlice<String>, _ options: Set<String>,
    _ known: Set<String>
  ) throws(UsageFault) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if known.contains(name), parts.count == 1 {
      switches.insert(name)
    } else if options.contains(name) {
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
        throw UsageFault("\(name) needs a value")
      }
      values[name, default: []].append(value)
    } else {
      throw UsageFault("\(name) is not an option here")
    }
  }

  func has(_ name: String) -> Bool {
    switches.contains(name)
  }

  /// All values of an option that may stand several times.
  func all(_ name: String) -> [String] {
    values[name] ?? []
  }

  func value(_ name: String) throws(UsageFault) -> String? {
    let given = all(name)
    guard given.count <= 1 else { throw UsageFault("\(name) is given twice") }
    return given.first
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageFault) -> Int? {
    guard let text = try value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageFault(
        "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func refuseWords() throws(UsageFault) {
    guard words.isEmpty else { throw UsageFault("\"\(words[0])\" is not understood") }
  }

  /// The one word that a command takes.
  func onlyWord(_ meaning: String) throws(UsageFault) -> String {
    guard words.count == 1 else { throw UsageFault("give exactly one \(meaning)") }
    return words[0]
  }
}
