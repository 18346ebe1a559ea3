/// The optional file of settings: lines `NAME=value` or `NAME='value'`, comments from `#` at the
/// start of a line, empty lines.
public struct SettingsFile {
  public static let limitBytes = 64 * 1024

  public private(set) var values: [String: String] = [:]
  public private(set) var faults: [String] = []

  public init(text: String, path: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      read(String(line).trimmed, place: "\(path) line \(index + 1)")
    }
  }

  private mutating func read(_ line: String, place: String) {
    guard !line.isEmpty, !line.hasPrefix("#") else { return }
    guard let equals = line.firstIndex(of: "="), equals > line.startIndex else {
      faults.append("\(place) is not NAME=value")
      return
    }
    let name = String(line[..<equals]).trimmed
    let value = String(line[line.index(after: equals)...]).trimmed
    if values.updateValue(SettingsFile.unquoted(value), forKey: name) != nil {
      faults.append("\(place) sets \(name) a second time")
    }
  }

  private static func unquoted(_ value: String) -> String {
    for quote in ["'", "\""]
    where value.count >= 2 && value.hasPrefix(quote) && value.hasSuffix(quote) {
      return String(value.dropFirst().dropLast())
    }
    return value
  }
}
