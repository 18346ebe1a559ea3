/// What a PATCH says of one field: nothing, `null`, or a value. None of them stands for another.
public enum FieldChange<Value: Hashable & Sendable>: Hashable, Sendable {
  case absent
  case null
  case value(Value)

  /// The field afterwards, where `null` empties it.
  func applied(to current: Value?) -> Value? {
    switch self {
    case .absent: current
    case .null: nil
    case .value(let value): value
    }
  }
}
