import Instants
import Licensing
import Problems
import ServiceAPI

/// Reads the parameters of a list. The first one that is not as it should be is a 400.
struct QueryReader {
  private var values: [String: String] = [:]

  /// Of doubled names the last counts; names that no list knows are passed over.
  init(_ target: RequestTarget) throws(Problem) {
    if target.hasMalformedQuery {
      throw .malformed("The query of the address cannot be read.")
    }
    for item in target.query { values[item.name] = item.value }
  }

  func text(_ name: String, _ lengths: ClosedRange<Int>) throws(Problem) -> String? {
    try value(name) { lengths.contains($0.unicodeScalars.count) ? $0 : nil }
  }

  func integer(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    try value(name) { text in
      let isDigits = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      guard isDigits, let value = Int(text), range.contains(value) else { return nil }
      return value
    }
  }

  func choice<Choice: RawRepresentable>(_ name: String, _: Choice.Type) throws(Problem) -> Choice?
  where Choice.RawValue == String {
    try value(name) { Choice(rawValue: $0) }
  }

  func instant(_ name: String) throws(Problem) -> Timestamp? {
    try value(name) { Timestamp(expiryText: $0) }
  }

  /// What `convert` makes of a parameter; `nil` where it was not sent.
  func value<Value>(_ name: String, _ convert: (String) -> Value?) throws(Problem) -> Value? {
    guard let text = values[name] else { return nil }
    guard let value = convert(text) else {
      throw .malformed("The parameter \(name) is not as it should be.")
    }
    return value
  }
}
