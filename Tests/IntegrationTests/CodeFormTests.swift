import TestClient
import TestCluster
import Testing

/// What a person types: one canonical form at every way in (ADM-01).
@Suite struct CodeFormTests {
  let cluster: Cluster

  init() throws { cluster = try SharedCluster.get() }

  static let alphabet = Set("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")

  struct Typing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (String) -> String
    init(_ description: String, _ apply: @escaping @Sendable (String) -> String) {
      testDescription = description
      self.apply = apply
    }
  }

  static func fullWidth(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { Unicode.Scalar($0.value + 0xFEE0) ?? $0 }))
  }

  static let typings: [Typing] = [
    Typing("as shown") { $0 },
    Typing("without dashes") { $0.replacing("-", with: "") },
    Typing("in lower case") { $0.lowercased() },
    Typing("with white space about and within") {
      " \n\t" + $0.replacing("-", with: "- ") + "\r\n"
    },
    Typing("in full-width letters") { fullWidth($0) },
    Typing("in lower full-width letters") { fullWidth($0.lowercased()) },
    Typing("with en dashes") { $0.replacing("-", with: "\u{2013}") },
    Typing("with em dashes") { $0.replacing("-", with: "\u{2014}") },
    Typing("with minus signs") { $0.replacing("-", with: "\u{2212}") },
    Typing("with non-breaking hyphens") { $0.replacing("-", with: "\u{2011}") },
    Typing("with a wave dash") { $0.replacing("-", with: "\u{301C}") },
    Typing("with ideographic spaces") { $0.replacing("-", with: "\u{3000}") },
    Typing("with no-break spaces") { $0.replacing("-", with: "\u{A0}") },
    Typing("with line separators") { $0.replacing("-", with: "\u{2028}") },
    Typing("with zero-width characters") {
      "\u{FEFF}" + $0.replacing("-", with: "\u{200B}\u{200C}\u{200D}")
    },
  ]

  @Test(arguments: typings)
  func `a code is found however it is typed`(typing: Typing) throws {
    let scene = try Scene(in: cluster)
    let answer = try scene.app.activate(typing.apply(scene.code), scene.device)
    #expect(answer.status == 200)
    #expect(answer.json["license"]["id"] == .text(scene.licenseID))
    #expect(try scene.app.renew(typing.apply(scene.code), scene.device).status == 200)
  }

  @Test(arguments: typings)
  func `a prefixed code is found however it is typed`(typing: Typing) throws {
    let scene = try Scene(in: cluster, license: ["prefix": "PRO9"])
    #expect(try scene.app.activate(typing.apply(scene.code), scene.device).status == 200)
  }

  static let others: [Typing] = [
    Typing("one character less") { String($0.dropLast()) },
    Typing("one character more") { $0 + "A" },
    Typing("an underscore") { $0.replacing("-", with: "_") },
    Typing("a soft hyphen") { $0.replacing("-", with: "\u{AD}") },
    Typing("a word joiner") { $0 + "\u{2060}" },
    Typing("a letter of another script") { "\u{0410}" + $0.dropFirst() },
    Typing("a format directive") { _ in "%s%n" },
    Typing("a Redis command") { $0 + "\r\nFLUSHALL" },
    Typing("an SQL quote") { $0 + "' or 1=1 --" },
    Typing("sixty thousand characters") { _ in String(repeating: "A", count: 60_000) },
  ]

  @Test(arguments: others)
  func `any other text is not found`(typing: Typing) throws {
    let scene = try Scene(in: cluster)
    let answer = try scene.app.activate(typing.apply(scene.code), scene.device)
    #expect(answer.faults(asProblem: "LICENSE_NOT_FOUND", 404) == [])
  }

  @Test func `a prefix is part of the code`() throws {
    let scene = try Scene(in: cluster, license: ["prefix": "PRE"])
    let bare = String(scene.code.dropFirst(4))
    #expect(try scene.app.activate(bare, scene.device).code == "LICENSE_NOT_FOUND")
  }

  @Test func `a code is shown in fours of its alphabet`() throws {
    let app = try cluster.operator.makeApp()
    let licenses = try cluster.operator.makeLicenses(app, ["count": 50])
    #expect(licenses.count == 50)
    for license in licenses {
      let groups = (license["code"].string ?? "").split(separator: "-")
      #expect(groups.map(\.count) == [4, 4, 4, 4])
      #expect(groups.joined().allSatisfy(Self.alphabet.contains))
    }
  }

  @Test(arguments: ["A", "PRE", "12345678"])
  func `a prefix stands before it with a dash`(prefix: String) throws {
    let app = try cluster.operator.makeApp()
    let license = try cluster.operator.makeLicense(app, ["prefix": .text(prefix)])
    let groups = (license["code"].string ?? "").split(separator: "-")
    #expect(groups.first.map(String.init) == prefix)
    #expect(groups.dropFirst().map(\.count) == [4, 4, 4, 4])
  }

  @Test(arguments: [" pre", "pré", "TOOLONG99", "A-B", "_"])
  func `a prefix of another form is refused`(prefix: String) throws {
    let app = try cluster.operator.makeApp()
    let answer = try cluster.operator.post(
      "/admin/v1/licenses",
      ["app_id": .text(app.id), "plan": "yearly", "prefix": .text(prefix)])
    #expect([400, 422].contains(answer.status))
  }
}
