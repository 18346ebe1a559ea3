/// What a device id is made from where the app leaves that to the server.
public struct DeviceComponents: Hashable, Sendable {
  public static let lengths = 1...128
  /// How many major versions before its own are tried, so that an upgrade takes no second seat.
  public static let majorsTriedBefore = 3

  public enum Part: String, Sendable {
    case idfv, model
    case systemVersion = "system_version"
  }

  public enum Fault: Error, Hashable, Sendable {
    /// Not 1 to 128 scalars.
    case length(Part)
    /// Holds a `|`, with which two devices could be made to share an id.
    case separator(Part)
    /// Nothing is left of it but white space.
    case blank(Part)
  }

  private let idfv: String
  private let model: String
  private let major: String

  public init(idfv: String, model: String, systemVersion: String) throws(Fault) {
    self.idfv = try Self.normalised(idfv, .idfv)
    self.model = try Self.normalised(model, .model)
    major = Self.beforeFirstDot(try Self.normalised(systemVersion, .systemVersion))
    if major.isEmpty { throw .blank(.systemVersion) }
  }

  /// The texts whose SHA-256 in hex are device ids: for the device's own major version first, then
  /// for up to three before it. A version that is no number has none before it.
  public var canonicalTexts: [String] {
    ([major] + majorsBefore).map { "\(idfv)|\(model)|\($0)" }
  }

  private var majorsBefore: [String] {
    guard major.utf8.count <= 9, major.utf8.allSatisfy(Self.isDigit), let own = Int(major) else {
      return []
    }
    return (1...Self.majorsTriedBefore).map { own - $0 }.filter { $0 >= 0 }.map(String.init)
  }

  private static func normalised(_ text: String, _ part: Part) throws(Fault) -> String {
    guard lengths.contains(text.unicodeScalars.count) else { throw .length(part) }
    guard !text.unicodeScalars.contains("|") else { throw .separator(part) }
    let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
    guard !words.isEmpty else { throw .blank(part) }
    return words.map { String($0) }.joined(separator: " ").lowercased()
  }

  private static func beforeFirstDot(_ version: String) -> String {
    String(String.UnicodeScalarView(version.unicodeScalars.prefix { $0 != "." }))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
