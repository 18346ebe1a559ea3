import Licensing

extension FuzzTarget {
  /// Codes and device components: the functions that decide what is the same code, the same device.
  static let canonical = FuzzTarget(
    name: "canonical",
    seeds: [
      "A8F3-K2Q7-XP5N-9WCE", "pre\u{2014}a8f3 k2q7\u{200B}xp5n\u{FF19}wce", "\u{FF21}8",
      "0F3A-11\nIPhone16,2 \u{A0} x\n17.3.1", "i\u{307}\nM\u{3000}\u{3A3}\n18",
      "a\nb\n.1", "a|\nb\nc", "i\u{307}\n\u{307}M\u{A0}0\n37",
    ].map { Array($0.utf8) },
    check: checkCanonical)

  private static func checkCanonical(_ input: [UInt8]) throws {
    guard let text = String(validating: input, as: UTF8.self) else { return }
    try checkCode(text)
    let lines = parts(of: text, at: "\n")
    if lines.count == 3 { try checkDevice(lines) }
  }

  private static func checkCode(_ text: String) throws {
    let search = LicenseCode.searchForm(of: text)
    try hold(search == search.flatMap(LicenseCode.searchForm), "a search form is its own")
    guard let code = LicenseCode(typed: text) else { return }
    try hold(code.canonical == search, "a code is searched by its canonical form")
    try hold(LicenseCode(typed: code.canonical) == code, "a canonical form is its own")
    try hold(LicenseCode(typed: code.display) == code, "what people are shown is the same code")
  }

  private static func checkDevice(_ components: [String]) throws {
    guard let texts = canonicalTexts(of: components), let first = texts.first else { return }
    try hold(Set(texts).count == texts.count && texts.count <= 4, "up to four texts, all different")
    for text in texts {
      try hold(text.utf8.count { $0 == UInt8(ascii: "|") } == 2, "two bars part three components")
    }
    let canonical = parts(of: first, at: "|")
    // In lower case a text may be longer than allowed; a version's blank before its dot stays.
    guard canonical.allSatisfy({ DeviceComponents.lengths.contains($0.unicodeScalars.count) }),
      canonical[2].unicodeScalars.last?.properties.isWhitespace == false
    else { return }
    let again = canonicalTexts(of: canonical)?.first
    try hold(again?.utf8.elementsEqual(first.utf8) == true, "a canonical text is its own")
  }

  /// By scalars: a mark behind a separator makes one character with it.
  private static func parts(of text: String, at separator: Unicode.Scalar) -> [String] {
    text.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
  }

  private static func canonicalTexts(of parts: [String]) -> [String]? {
    try? DeviceComponents(idfv: parts[0], model: parts[1], systemVersion: parts[2]).canonicalTexts
  }
}
