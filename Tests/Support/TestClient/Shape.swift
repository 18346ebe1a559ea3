/// The exact form of a JSON object: which members it has, no more and no less, and what each is.
public struct Shape: Sendable {
  public typealias Check = @Sendable (Json) -> Bool

  private let checks: [(name: String, holds: Check)]

  public init(_ checks: KeyValuePairs<String, Check>) {
    self.checks = checks.map { (name: $0.key, holds: $0.value) }
  }

  public func without(_ names: String...) -> Shape {
    Shape(checks.filter { !names.contains($0.name) })
  }

  public func with(_ name: String, _ check: @escaping Check) -> Shape {
    Shape(checks + [(name: name, holds: check)])
  }

  private init(_ checks: [(name: String, holds: Check)]) { self.checks = checks }

  /// What is wrong with `json`; empty when nothing is.
  public func faults(_ json: Json) -> [String] {
    let expected = checks.map(\.name).sorted()
    var faults = json.names == expected ? [] : ["members \(json.names), expected \(expected)"]
    for check in checks where !check.holds(json[check.name]) {
      faults.append("\(check.name): \(json[check.name].compact)")
    }
    return faults
  }

  public static let text: Check = { $0.string != nil }
  public static let integer: Check = { $0.integer != nil }
  public static let bool: Check = { $0.boolean != nil }
  public static let object: Check = { if case .object = $0 { true } else { false } }
  public static let list: Check = { if case .list = $0 { true } else { false } }
  public static let instant: Check = { $0.string.flatMap(Instant.seconds) != nil }

  public static func exactly(_ value: Json) -> Check { { $0 == value } }
  public static func orNull(_ check: @escaping Check) -> Check { { $0 == .null || check($0) } }
  public static func id(_ prefix: String) -> Check {
    { json in
      guard let text = json.string, text.hasPrefix(prefix) else { return false }
      let digits = text.dropFirst(prefix.count)
      return digits.utf8.count == 13 && Base32.bytes(String(digits))?.count == 8
    }
  }
  public static func oneOf(_ values: String...) -> Check {
    { json in json.string.map(values.contains) ?? false }
  }
  public static func shaped(_ shape: Shape) -> Check { { shape.faults($0).isEmpty } }
}
