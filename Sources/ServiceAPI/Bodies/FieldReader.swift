import JSON

/// A value that may be left out, be `null`, or be there. The three never share a meaning.
public enum Field<Value> {
  case absent
  case null
  case value(Value)
}

extension Field: Equatable where Value: Equatable {}
extension Field: Hashable where Value: Hashable {}
extension Field: Sendable where Value: Sendable {}

/// Reads the fields of one JSON object. A fault is put down and reading goes on, so that an answer
/// names all of them.
public struct FieldReader {
  public let object: JSONObject
  public let pointer: String
  public let findings: Findings

  public init(_ object: JSONObject, at pointer: String = "", findings: Findings) {
    self.object = object
    self.pointer = pointer
    self.findings = findings
  }

  public func pointer(to name: String) -> String { pointer + "/" + name }

  public func malformed(_ name: String, _ detail: String) {
    findings.malformed(pointer(to: name), detail)
  }

  public func refused(_ name: String, _ detail: String) {
    findings.refused(pointer(to: name), detail)
  }

  /// Puts down a field that has to be there and is not; `null` is a wrong type.
  public func required<Value>(_ name: String, _ field: Field<Value>) -> Value? {
    switch field {
    case .value(let value): return value
    // A faulty field reads as absent, and its own fault is put down already.
    case .absent where object[name] != nil: break
    case .absent: malformed(name, "is missing")
    case .null: malformed(name, "must not be null")
    }
    return nil
  }

  /// A field that may be left out, but has no meaning for `null`.
  public func optional<Value>(_ name: String, _ field: Field<Value>) -> Value? {
    guard case .absent = field else { return required(name, field) }
    return nil
  }

  /// A faulty field reads as absent: its fault is put down, and the command is never made.
  public func read<Value>(_ name: String, _ kind: String, _ convert: (JSONValue) -> Value?)
    -> Field<Value>
  {
    guard let found = object[name] else { return .absent }
    if case .null = found { return .null }
    if let value = convert(found) { return .value(value) }
    malformed(name, "must be \(kind)")
    return .absent
  }
}
