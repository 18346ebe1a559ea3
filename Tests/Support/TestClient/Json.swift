/// A JSON text as it stood on the wire: members in order, numbers as written, and "not there" told
/// apart from `null`.
public enum Json: Sendable, Equatable {
  public struct Member: Sendable, Equatable {
    public var name: String
    public var value: Json
  }

  case absent
  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case list([Json])
  case object([Member])

  public subscript(_ name: String) -> Json {
    guard case .object(let members) = self else { return .absent }
    return members.last { $0.name == name }?.value ?? .absent
  }

  public subscript(_ index: Int) -> Json {
    guard case .list(let items) = self, items.indices.contains(index) else { return .absent }
    return items[index]
  }

  public var string: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Nil for a number with a fraction or an exponent: the API writes none.
  public var integer: Int64? {
    if case .number(let literal) = self { Int64(literal) } else { nil }
  }

  public var boolean: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  public var items: [Json] {
    if case .list(let items) = self { items } else { [] }
  }

  public var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// Sorted, doubled names included: two objects have the same form when these are equal.
  public var names: [String] { members.map(\.name).sorted() }

  public func replacing(_ name: String, with value: Json) -> Json {
    var members = self.members.filter { $0.name != name }
    if value != .absent { members.append(Member(name: name, value: value)) }
    return .object(members)
  }
}

extension Json: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int64) { self = .number(String(value)) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: Json...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (String, Json)...) {
    self = .object(
      elements.filter { $0.1 != .absent }.map { Member(name: $0.0, value: $0.1) })
  }
  public init(_ value: Int64) { self = .number(String(value)) }
}
