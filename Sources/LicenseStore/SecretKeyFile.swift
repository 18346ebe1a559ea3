import Cryptography
import Encodings

/// The text of a master or token key file: one or two lines of a number (0–255), 32 bytes in
/// base64url, and `later` behind a key that makes nothing yet. The newest of the others makes, both
/// check.
public enum SecretKeyFile {
  public static let keyLimit = 2
  private static let laterMark = "later"

  /// One line.
  public struct Entry: Sendable {
    public let key: NumberedSecret
    /// So that every process knows a new key before any makes with it.
    public var isLater: Bool

    public init(key: NumberedSecret, isLater: Bool) {
      self.key = key
      self.isLater = isLater
    }

    public var line: String {
      let line = SecretKeyFile.line(for: key)
      return isLater ? "\(line.dropLast()) \(laterMark)\n" : line
    }
  }

  /// The key that makes first. Throws for anything but one or two whole lines of different numbers,
  /// of which one makes.
  public static func parse(_ text: String) throws(SecretKeyFault) -> [NumberedSecret] {
    try entries(text).map(\.key)
  }

  /// The same, with what is said of each.
  public static func entries(_ text: String) throws(SecretKeyFault) -> [Entry] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard (1...keyLimit).contains(lines.count) else { throw SecretKeyFault.keyCount }
    var entries: [Entry] = []
    for line in lines {
      guard let entry = entry(line) else { throw SecretKeyFault.unreadableLine }
      guard !entries.contains(where: { $0.key.number == entry.key.number }) else {
        throw SecretKeyFault.doubledNumber
      }
      entries.append(entry)
    }
    guard entries.contains(where: { !$0.isLater }) else { throw SecretKeyFault.noMaker }
    return entries.sorted { left, right in
      left.isLater == right.isLater ? left.key.number > right.key.number : right.isLater
    }
  }

  public static func line(for key: NumberedSecret) -> String {
    "\(key.number) \(Base64URL.encode(key.secret.bytes))\n"
  }

  private static func entry(_ line: Substring) -> Entry? {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    let isLater = parts.count == 3 && parts[2] == laterMark
    guard parts.count == 2 || isLater, let number = UInt8(parts[0]), String(number) == parts[0],
      let bytes = Base64URL.decode(parts[1].utf8),
      let key = NumberedSecret(number: number, secret: SecretBytes(bytes))
    else { return nil }
    return Entry(key: key, isLater: isLater)
  }
}
