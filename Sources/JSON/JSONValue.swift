public indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  public var isNull: Bool { self == .null }

  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  public var number: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// An integer without fraction and exponent that 64 bits hold.
  public var int64: Int64? { number?.int64 }

  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// Member of an object; `nil` for all else.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// Without white space, in the order of the members, numbers as they were written.
  public var compactText: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let value): writer.number(value)
    case .string(let value): writer.string(value)
    case .array(let values): write(values, to: &writer)
    case .object(let object): object.write(to: &writer)
    }
  }

  private func write(_ values: [JSONValue], to writer: inout JSONWriter) {
    writer.beginArray()
    for value in values { value.write(to: &writer) }
    writer.endArray()
  }
}
