import Instants
import LicenseStore
import Licensing
import Problems
import ServiceAPI

/// Reads the parameters of a list. The first one that is not as it should be is a 400, which says
/// what it takes.
struct QueryReader {
  private var values: [String: String] = [:]

  /// As in a body, of doubled names the last counts, and those that the list does not have are ignored.
  init(_ target: RequestTarget) throws(Problem) {
    if target.hasMalformedQuery {
      throw .malformed("The query of the address cannot be read.")
    }
    for item in target.query { values[item.name] = item.value }
  }

  func text(_ name: String, _ lengths: ClosedRange<Int>) throws(Problem) -> String? {
    let meaning = "a text of \(lengths.lowerBound) to \(lengths.upperBound) characters"
    return try value(name, meaning) { lengths.contains($0.unicodeScalars.count) ? $0 : nil }
  }

  func integer(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    let meaning = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return try value(name, meaning) { text in
      let isDigits = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      guard isDigits, let value = Int(text), range.contains(value) else { return nil }
      return value
    }
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _: Choice.Type
  ) throws(Problem) -> Choice? where Choice.RawValue == String {
    try value(name, Self.words(Choice.allCases.map(\.rawValue))) { Choice(rawValue: $0) }
  }

  func instant(_ name: String) throws(Problem) -> Timestamp? {
    try value(name, "a time by RFC 3339 or a date") { Timestamp(expiryText: $0) }
  }

  func cursor(_ convert: (String) -> ListPosition?) throws(Problem) -> ListPosition? {
    try value("cursor", "the next_cursor of the same list, filter and sort", convert)
  }

  /// What `convert` makes of a parameter; `nil` where it was not sent. `meaning` says what it takes.
  func value<Value>(
    _ name: String, _ meaning: String, _ convert: (String) -> Value?
  ) throws(Problem) -> Value? {
    guard let text = values[name] else { return nil }
    guard let value = convert(text) else {
      throw .malformed("The parameter \(name) takes \(meaning).")
    }
    return value
  }

  /// `a, b or c`
  private static func words(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or \(last)"
  }
}
