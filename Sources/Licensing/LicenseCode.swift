/// A code in canonical form: what is stored, looked up and compared.
public struct LicenseCode: Hashable, Sendable {
  /// Upper case, without dashes and white space.
  public let canonical: String

  /// Trusts a stored text; use `init?(typed:)` for what came from a person.
  public init(stored canonical: String) { self.canonical = canonical }

  /// What a person typed or pasted; `nil` where that cannot be a code.
  public init?(typed: String) {
    guard let canonical = Self.canonicalForm(of: typed, limit: Self.lengths.upperBound),
      Self.isWellFormed(canonical)
    else { return nil }
    self.init(stored: canonical)
  }
}

extension LicenseCode {
  /// Without letters and digits that look alike: 0 and O, 1 and I.
  static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
  /// Random characters, five bits each.
  static let bodyLength = 16
  /// Of the whole code, with and without prefix.
  static let lengths = bodyLength...(bodyLength + CodePrefix.lengths.upperBound)

  /// `PRE-A8F3-K2Q7-XP5N-9WCE`, for people to read.
  public var display: String {
    let characters = Array(canonical.utf8)
    guard characters.count >= Self.bodyLength else { return canonical }
    let prefix = characters.dropLast(Self.bodyLength)
    let body = characters.suffix(Self.bodyLength)
    let fours = stride(from: body.startIndex, to: body.endIndex, by: 4).map { body[$0..<$0 + 4] }
    let groups = prefix.isEmpty ? fours : [prefix] + fours
    return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }

  /// The part of a code that a search text may be: its canonical form, if that is all of A–Z 0–9
  /// and something is left.
  public static func searchForm(of text: String) -> String? {
    guard let canonical = canonicalForm(of: text, limit: .max), !canonical.isEmpty else {
      return nil
    }
    return canonical
  }

  private static func isWellFormed(_ canonical: String) -> Bool {
    let characters = canonical.utf8
    return lengths.contains(characters.count)
      && characters.suffix(bodyLength).allSatisfy(alphabet.contains)
  }

  /// The one canonical function, for every way in and every search. `nil` where something else than
  /// A–Z 0–9 is left, or more than `limit` of it.
  private static func canonicalForm(of text: String, limit: Int) -> String? {
    var canonical: [UInt8] = []
    for scalar in text.unicodeScalars {
      let narrow = narrowed(scalar)
      if isLeftOut(narrow) { continue }
      guard let character = upperCased(narrow), canonical.count < limit else { return nil }
      canonical.append(character)
    }
    return String(decoding: canonical, as: UTF8.self)
  }

  /// Full-width forms as ASCII.
  private static func narrowed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
  }

  /// White space, dashes, and marks without width.
  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: false
    case 0x200B...0x200D, 0x2212, 0xFEFF: true
    default:
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
    }
  }

  private static func upperCased(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A: UInt8(scalar.value)
    case 0x61...0x7A: UInt8(scalar.value - 0x20)
    default: nil
    }
  }
}
