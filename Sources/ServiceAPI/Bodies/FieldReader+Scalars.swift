import Instants
import JSON
import Licensing

extension FieldReader {
  public func bool(_ name: String) -> Field<Bool> {
    read(name, "true or false") { value in
      guard case .bool(let flag) = value else { return nil }
      return flag
    }
  }

  /// Lengths count Unicode scalars; a text too long or too short is a fault of form.
  public func text(_ name: String, _ lengths: ClosedRange<Int>) -> Field<String> {
    read(name, "a text of \(lengths.lowerBound) to \(lengths.upperBound) characters") { value in
      guard case .string(let text) = value, lengths.contains(text.unicodeScalars.count) else {
        return nil
      }
      return text
    }
  }

  /// An integer; one outside of `range` is well-formed and refused.
  public func integer(_ name: String, _ range: ClosedRange<Int>) -> Field<Int> {
    let read = read(name, "an integer") { value -> WrittenInteger? in
      guard case .number(let number) = value else { return nil }
      return WrittenInteger(number)
    }
    return read.compactMap { written in
      if let value = written.value, range.contains(value) { return value }
      refused(name, "must be from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
  }

  /// A text that is one of the values of an enumeration.
  public func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _: Choice.Type)
    -> Field<Choice> where Choice.RawValue == String
  {
    anyText(name).compactMap { text in
      if let choice = Choice(rawValue: text) { return choice }
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      refused(name, "must be one of \(known)")
      return nil
    }
  }

  /// RFC 3339, or a bare date, which means the end of that UTC day.
  public func expiry(_ name: String) -> Field<Timestamp> {
    anyText(name).compactMap { text in
      if let instant = Timestamp(expiryText: text) { return instant }
      refused(name, "must be an RFC 3339 time or a date, from 1970 to 9999")
      return nil
    }
  }

  public func anyText(_ name: String) -> Field<String> {
    read(name, "a text") { value in
      guard case .string(let text) = value else { return nil }
      return text
    }
  }
}

/// A number without fraction and exponent; too large a one is an integer all the same.
private struct WrittenInteger {
  /// `nil`: beyond what an `Int` holds.
  var value: Int?

  init?(_ number: JSONNumber) {
    guard number.isInteger else { return nil }
    value = number.int64.flatMap(Int.init(exactly:))
  }
}

extension JSONNumber {
  fileprivate var isInteger: Bool {
    literal.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
  }
}

extension Field {
  public func compactMap<Other>(_ transform: (Value) -> Other?) -> Field<Other> {
    switch self {
    case .absent: .absent
    case .null: .null
    case .value(let value): transform(value).map(Field<Other>.value) ?? .absent
    }
  }
}

extension FieldReader {
  /// A reader for the fields of an object within this one.
  public func nested(_ name: String) -> Field<FieldReader> {
    read(name, "an object", \.object).compactMap { object in
      FieldReader(object, at: pointer(to: name), findings: findings)
    }
  }
}

extension Field {
  /// For a field where leaving it out and `null` both mean "none".
  public var valueOrNil: Value? {
    guard case .value(let value) = self else { return nil }
    return value
  }
}
