/// Lines `NAME='value'` that a shell can read by `.`: how callers find a running cluster.
enum EnvironmentFile {
  static func text(_ variables: [(name: String, value: String)]) -> String {
    variables.map { "\($0.name)='\($0.value.replacing("'", with: #"'\''"#))'\n" }.joined()
  }

  static func parse(_ text: String) -> [String: String] {
    var variables: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let quoted = line[line.index(after: equals)...]
      guard quoted.count >= 2, quoted.hasPrefix("'"), quoted.hasSuffix("'") else { continue }
      let value = String(quoted.dropFirst().dropLast()).replacing(#"'\''"#, with: "'")
      variables[String(line[..<equals])] = value
    }
    return variables
  }
}
