/// The secret half of a CURVE key pair; it prints as `<secret>`.
public struct CurveSecretKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// Z85, 40 characters: for a file of mode 0600 and for libzmq.
  public let text: String

  /// `nil`: not 40 characters of Z85.
  public init?(text: String) {
    guard Z85.isKey(text) else { return nil }
    self.text = text
  }

  public var description: String { "<secret>" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
