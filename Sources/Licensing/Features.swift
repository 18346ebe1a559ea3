/// Any JSON object up to 16 KiB, kept as the compact text that was checked when it came in.
public struct Features: Sendable {
  public static let byteLimit = 16 * 1024
  public static let none = Features(json: "{}")

  /// A compact JSON object, UTF-8, without doubled names.
  public let json: String

  public init(json: String) { self.json = json }
}

extension Features: Hashable {
  /// Byte by byte: texts that Swift holds equal may be other features.
  public static func == (left: Features, right: Features) -> Bool {
    left.json.isSameText(as: right.json)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in json.utf8 { hasher.combine(byte) }
  }
}
