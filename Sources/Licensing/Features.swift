/// Any JSON object up to 16 KiB, kept as the compact text that was checked when it came in.
public struct Features: Hashable, Sendable {
  public static let byteLimit = 16 * 1024
  public static let none = Features(json: "{}")

  /// A compact JSON object, UTF-8, without doubled names.
  public let json: String

  public init(json: String) { self.json = json }
}
