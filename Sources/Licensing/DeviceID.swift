/// What names one installation: sent by the app as it is, or made from its components.
public struct DeviceID: Sendable {
  public static let lengths = 8...128

  /// 8 to 128 Unicode scalars.
  public let text: String

  /// Trusts a stored or computed text.
  public init(text: String) { self.text = text }

  /// `nil` where the text is too short or too long.
  public init?(checking text: String) {
    guard Self.lengths.contains(text.unicodeScalars.count) else { return nil }
    self.text = text
  }
}

extension DeviceID: Hashable {
  /// Two devices never share a row because their ids only look alike.
  public static func == (left: DeviceID, right: DeviceID) -> Bool {
    left.text.isSameText(as: right.text)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
