import Licensing
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: [0, 1, 0x0123_4567_89AB_CDEF, UInt64.max])
  func `an id goes out and comes back`(_ value: UInt64) {
    let id = LicenseID(rawValue: value)
    #expect(id.description.utf8.count == 17)
    #expect(LicenseID(text: id.description) == id)
    #expect(AppID(text: id.description) == nil)
  }

  @Test(arguments: [
    "", "lic_", "lic_aaaaaaaaaaaa", "lic_aaaaaaaaaaaaaa", "lic_aaaaaaaaaaaab", "LIC_aaaaaaaaaaaaa",
    "lic_AAAAAAAAAAAAA", "lic_aaaaaaaaaaaa0", " lic_aaaaaaaaaaaaa", "app_aaaaaaaaaaaaa",
  ])
  func `an id of another form is unknown`(_ text: String) {
    #expect(LicenseID(text: text) == nil)
  }

  private let token = AccessTokenID(
    bindingID: BindingID(rawValue: 0x0102_0304_0506_0708), licenseID: LicenseID(rawValue: .max),
    keyNumber: 7, generation: 0x00AB_CDEF)

  @Test func `a token's id says what it is of`() {
    #expect(token.text.utf8.count == 36)
    #expect(token.text.hasPrefix("cst_"))
    #expect(AccessTokenID(text: token.text) == token)
    #expect(token.secretMessage == Array("countersign-token\n\(token.text)".utf8))
  }

  @Test(arguments: ["", "cst_", "cst_aaaa", "cst_" + String(repeating: "A", count: 32)])
  func `another text is no token's id`(_ text: String) {
    #expect(AccessTokenID(text: text) == nil)
  }

  @Test func `a token is its id, a dot and a secret`() throws {
    let secret = String(repeating: "A", count: 43)
    let parsed = try #require(AccessToken(text: "\(token.text).\(secret)"))
    #expect(parsed.id == token)
    #expect(parsed.secret == Array(secret.utf8))
    #expect(parsed.text == "\(token.text).\(secret)")
    #expect("\(parsed)" == "<secret>")
  }

  @Test func `another text is no token`() {
    let id = token.text
    let good = String(repeating: "A", count: 43)
    for text in [
      "", id, "\(id).", "\(id).\(good)A", "\(id).\(good.dropLast())", "\(id).\(good.dropLast())B",
      "\(id).\(good).", ".\(good)", "\(id)..\(good)", "\(id).\(good)\n", "cst_x.\(good)",
    ] {
      #expect(AccessToken(text: text) == nil, "\(text)")
    }
  }

  @Test func `a request's id has thirty characters`() {
    let id = RequestID.random()
    #expect(id.description.utf8.count == 30)
    #expect(RequestID(bytes: id.bytes) == id)
    #expect(RequestID(bytes: [1, 2, 3]) == nil)
  }
}
