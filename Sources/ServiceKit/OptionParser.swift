/// Reads `--name value` and `--name=value`. What the names mean is decided later.
struct OptionParser {
  private(set) var options: [String: String] = [:]
  private(set) var faults: [String] = []
  private(set) var isHelpWanted = false

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      read(argument, &rest)
    }
  }

  private mutating func read(_ argument: String, _ rest: inout ArraySlice<String>) {
    if argument == "--help" || argument == "-h" {
      isHelpWanted = true
    } else if !argument.hasPrefix("--") || argument.utf8.count < 3 {
      faults.append("an argument is not understood: options look like --name value")
    } else if let equals = argument.firstIndex(of: "=") {
      keep(String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    } else if let value = rest.first, !value.hasPrefix("--") {
      rest.removeFirst()
      keep(argument, value)
    } else {
      faults.append("\(argument) needs a value")
    }
  }

  private mutating func keep(_ name: String, _ value: String) {
    if options.updateValue(value, forKey: name) != nil {
      faults.append("\(name) is given twice")
    }
  }
}
