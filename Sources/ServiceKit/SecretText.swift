/// A text that must not be shown: it prints as `<secret>` wherever it lands.
public struct SecretText: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  public let value: String

  public init(_ value: String) {
    self.value = value
  }

  public var description: String { "<secret>" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
