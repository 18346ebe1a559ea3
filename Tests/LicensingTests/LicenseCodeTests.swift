import Licensing
import Testing

@Suite struct LicenseCodeTests {
  // ADM-01
  @Test(arguments: [
    "A8F3-K2Q7-XP5N-9WCE", " \nA8F3-K2Q7- XP5N-9WCE\n", "a8f3k2q7xp5n9wce",
    "Ａ８Ｆ３－Ｋ２Ｑ７－ＸＰ５Ｎ－９ＷＣＥ", "ａ８ｆ３　ｋ２ｑ７　ｘｐ５ｎ　９ｗｃｅ",
    "A8F3\u{2010}K2Q7\u{2013}XP5N\u{2014}9WCE", "A8F3\u{2212}K2Q7\u{30A0}XP5N\u{FE63}9WCE",
    "\u{FEFF}A8F3\u{200B}K2Q7\u{200C}XP5N\u{200D}9WCE", "A8F3\tK2Q7\r\nXP5N\u{A0}9WCE\u{85}",
    "A8F3\u{2028}K2Q7\u{3000}XP5N\u{1680}9WCE", "-A-8-F-3-K-2-Q-7-X-P-5-N-9-W-C-E-",
  ])
  func `one code has one form however it was typed`(_ typed: String) {
    #expect(LicenseCode(typed: typed)?.canonical == "A8F3K2Q7XP5N9WCE")
  }

  @Test(arguments: [
    "", " ", "---", "A8F3-K2Q7-XP5N-9WC", "A8F3-K2Q7-XP5N-9WC0", "A8F3-K2Q7-XP5N-9WCO",
    "A8F3-K2Q7-XP5N-1WCE", "A8F3_K2Q7_XP5N_9WCE", "A8F3-K2Q7-XP5N-9WCE!",
    "PREFIXES9-A8F3-K2Q7-XP5N-9WCE", "Ä8F3-K2Q7-XP5N-9WCE", "A8F3-K2Q7-XP5N-9WCЕ",
    "A8F3\u{0}K2Q7XP5N9WCE", "ⓐ8F3-K2Q7-XP5N-9WCE", "A8F3-K2Q7-XP5N-9WC\u{301}E",
    "ſ8F3-K2Q7-XP5N-9WCE", "Ⅷ8F3-K2Q7-XP5N-9WCE",
  ])
  func `what cannot be a code is none`(_ typed: String) {
    #expect(LicenseCode(typed: typed) == nil)
  }

  @Test(arguments: [
    ("A8F3K2Q7XP5N9WCE", "A8F3-K2Q7-XP5N-9WCE"),
    ("PREA8F3K2Q7XP5N9WCE", "PRE-A8F3-K2Q7-XP5N-9WCE"),
    ("O0I1O0I1A8F3K2Q7XP5N9WCE", "O0I1O0I1-A8F3-K2Q7-XP5N-9WCE"),
  ])
  func `a code is shown in fours behind its prefix`(_ canonical: String, _ shown: String) {
    #expect(LicenseCode(stored: canonical).display == shown)
    #expect(LicenseCode(typed: shown)?.canonical == canonical)
  }

  @Test func `a stored code of another form is shown as it is`() {
    #expect(LicenseCode(stored: "SHORT").display == "SHORT")
  }

  @Test(
    arguments: [
      ("a8f3-k2", "A8F3K2"), (" ｋ２ ", "K2"), ("o0i1", "O0I1"), ("", nil), (" - ", nil),
      ("Ada's", nil), ("%", nil), ("a_b", nil),
    ] as [(String, String?)])
  func `a search text is a part of a code if all of it can be`(_ text: String, _ form: String?) {
    #expect(LicenseCode.searchForm(of: text) == form)
  }

  @Test(arguments: ["A", "ABCDEFGH", "0O1I", "2027"])
  func `a prefix is one to eight of A to Z and 0 to 9`(_ text: String) {
    #expect(CodePrefix(text)?.text == text)
  }

  @Test(arguments: ["", "ABCDEFGHI", "abc", "A-B", "Ä", " A", "Ａ"])
  func `another prefix is refused`(_ text: String) {
    #expect(CodePrefix(text) == nil)
  }

  @Test func `a made code reads back as itself`() {
    for prefix in [nil, CodePrefix("PRO"), CodePrefix("ABCDEFGH")] {
      let code = LicenseCode.generate(prefix: prefix)
      #expect(LicenseCode(typed: code.display.lowercased()) == code)
      #expect(code.canonical.utf8.count == 16 + (prefix?.text.utf8.count ?? 0))
    }
  }

  // ADM-02
  @Test func `a batch holds exactly as many different codes as asked for`() throws {
    let codes = try #require(LicenseCode.batch(count: 10_000, prefix: nil))
    #expect(codes.count == 10_000)
    #expect(Set(codes).count == 10_000)
    #expect(codes.allSatisfy { $0.canonical.utf8.count == 16 })
  }

  // ADM-02
  @Test func `a generator that repeats itself gives nothing rather than too few`() {
    var stuck = Repeating()
    #expect(LicenseCode.batch(count: 2, prefix: nil, using: &stuck) == nil)
    #expect(LicenseCode.batch(count: 1, prefix: nil, using: &stuck)?.count == 1)
  }

  @Test func `each character is as likely as any other`() {
    var counts: [Character: Int] = [:]
    for _ in 0..<4000 {
      for character in LicenseCode.generate().canonical { counts[character, default: 0] += 1 }
    }
    #expect(counts.count == 32)
    // 2000 each; ten standard deviations are 440.
    #expect(counts.values.allSatisfy { (1560...2440).contains($0) })
  }

  private struct Repeating: RandomNumberGenerator {
    mutating func next() -> UInt64 { 42 }
  }
}
