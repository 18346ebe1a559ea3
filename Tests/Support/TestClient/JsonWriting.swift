extension Json {
  /// The compact text, UTF-8. An absent value writes nothing.
  public var bytes: [UInt8] { Array(compact.utf8) }

  public var compact: String {
    switch self {
    case .absent: ""
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let literal): literal
    case .text(let text): Self.quoted(text)
    case .list(let items): "[" + items.map(\.compact).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.name) + ":" + $0.value.compact }.joined(separator: ",")
        + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: output += "\\\""
      case 0x5C: output += "\\\\"
      case 0..<0x20: output += "\\u00" + Hex.text([UInt8(scalar.value)])
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}
