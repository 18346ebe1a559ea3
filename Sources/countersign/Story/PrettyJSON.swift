import JSON

/// JSON for reading: two blanks a level, short objects on one line, long texts cut.
enum PrettyJSON {
  private static let lineLimit = 90
  private static let textLimit = 72

  static func text(_ value: JSONValue, indent: Int = 0) -> String {
    let short = shortened(value)
    let compact = short.compactText
    if compact.count + indent <= lineLimit { return compact }
    switch short {
    case .object(let object):
      let lines = object.members.map { member in
        let name = JSONValue.string(member.name).compactText
        return blanks(indent + 2) + name + ": " + text(member.value, indent: indent + 2)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + blanks(indent) + "}"
    case .array(let items):
      let lines = items.map { blanks(indent + 2) + text($0, indent: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + blanks(indent) + "]"
    default: return compact
    }
  }

  private static func shortened(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text) where text.count > textLimit:
      return .string(text.prefix(textLimit / 2) + "…(\(text.count) characters)")
    case .object(var object):
      for member in object.members { object[member.name] = shortened(member.value) }
      return .object(object)
    case .array(let items): return .array(items.map(shortened))
    default: return value
    }
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: count)
  }
}
