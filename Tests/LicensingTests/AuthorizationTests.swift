import Instants
import Licensing
import Testing

@Suite struct AuthorizationTests {
  private static let app = AppID(rawValue: 9)
  private static let token = AccessTokenID(
    bindingID: BindingID(rawValue: 1), licenseID: LicenseID(rawValue: 2), keyNumber: 1,
    generation: 1)
  private static let nonce = "abcdefghijklmnop"
  private static let sig = String(repeating: "A", count: 43)

  private func header(
    id: String = app.description, ts: String = "1800000000", nonce: String = nonce,
    sig: String = sig
  ) -> String {
    "Countersign id=\(id), ts=\(ts), nonce=\(nonce), sig=\(sig)"
  }

  private func read(_ value: String) -> RequestSignature? {
    if case .signed(let signature) = Authorization.parse(value) { signature } else { nil }
  }

  @Test func `the four parts are read`() throws {
    let signature = try #require(read(header()))
    #expect(signature.signer == .app(Self.app))
    #expect(signature.ts == 1_800_000_000)
    #expect(signature.nonce == Self.nonce)
    #expect(signature.tag == [UInt8](repeating: 0, count: 32))
  }

  @Test func `scheme and blanks are free where they may be`() {
    let id = Self.app.description
    let rest = "nonce=\(Self.nonce),sig=\(Self.sig)"
    for value in [
      "countersign id=\(id),ts=1,\(rest)", "COUNTERSIGN   id=\(id) ,\tts=1 , \(rest)",
      "  Countersign\tid=\(id),ts=1,\(rest)  ",
    ] {
      #expect(read(value)?.ts == 1, "\(value)")
    }
  }

  @Test(
    arguments: [
      ("app_aaaaaaaaaaaaa", .app(AppID(rawValue: 0))), ("app_x", .appUnknown),
      ("app_AAAAAAAAAAAAA", .appUnknown), ("someone", .appUnknown), ("csk_key", .appUnknown),
      (token.text, .token(token)), ("cst_x", .tokenMalformed),
      ("\(token.text).secret", .tokenMalformed),
    ] as [(String, SignerID)])
  func `an id says whose secret it is, or that it is nobody's`(_ id: String, _ signer: SignerID) {
    #expect(read(header(id: id))?.signer == signer)
  }

  @Test(arguments: ["", "AA", sig + "A", sig.dropLast() + "B", sig + "=", "\"\(sig)\"", "a b"])
  func `a signature of another form is read and can never be right`(_ sig: String) throws {
    let signature = try #require(read(header(sig: sig)))
    #expect(signature.tag == nil)
  }

  @Test(arguments: ["", "1234567890123", "01", "00", "-1", "+1", "1.0", "１", "0x1", "1 1"])
  func `a timestamp is of one to twelve digits without a leading 0`(_ ts: String) {
    guard case .malformed = Authorization.parse(header(ts: ts)) else {
      Issue.record("taken: \(ts)")
      return
    }
  }

  @Test(arguments: [
    "", "short", String(repeating: "a", count: 15), String(repeating: "a", count: 65),
    "abcdefghijklmno=", "abcdefghijklmno.", "abcdefghijklmno+", "\"abcdefghijklmnop\"",
  ])
  func `a nonce is 16 to 64 characters of its alphabet`(_ nonce: String) {
    #expect(Authorization.parse(header(nonce: nonce)) == .malformed(.nonce))
    #expect(!Authorization.isNonce(nonce))
  }

  @Test func `the shortest and the longest nonce are taken`() {
    for length in [16, 64] {
      #expect(read(header(nonce: String(repeating: "_", count: length))) != nil)
    }
  }

  @Test func `another order, number or spelling of parts is malformed`() {
    let (id, nonce, sig) = (Self.app.description, Self.nonce, Self.sig)
    for rest in [
      "", "id=\(id)", "id=\(id), ts=1, nonce=\(nonce)",
      "ts=1, id=\(id), nonce=\(nonce), sig=\(sig)",
      "id=\(id), ts=1, nonce=\(nonce), sig=\(sig), x=1",
      "id=\(id), ts=1, nonce=\(nonce), sig=\(sig),",
      "id=\(id), id=\(id), nonce=\(nonce), sig=\(sig)",
      ",id=\(id), ts=1, nonce=\(nonce), sig=\(sig)",
      "ID=\(id), ts=1, nonce=\(nonce), sig=\(sig)", "id =\(id), ts=1, nonce=\(nonce), sig=\(sig)",
      "id=\(id); ts=1; nonce=\(nonce); sig=\(sig)", "id=\(id) ts=1 nonce=\(nonce) sig=\(sig)",
    ] {
      #expect(Authorization.parse("Countersign \(rest)") == .malformed(.parts), "\(rest)")
    }
    #expect(Authorization.parse("Countersign") == .malformed(.parts))
    #expect(Authorization.parse(header(id: "")) == .malformed(.id))
    #expect(Authorization.parse(header(id: "é")) == .malformed(.characters))
  }

  @Test(
    arguments: [
      ("Bearer abc", .bearer("abc")), ("bearer  abc ", .bearer("abc")), ("Bearer", .bearer("")),
      ("Basic abc", .otherScheme), ("", .otherScheme), ("Countersign2 x", .otherScheme),
      ("Countersignid=1", .otherScheme),
    ] as [(String, Authorization)])
  func `another scheme is told apart`(_ value: String, _ expected: Authorization) {
    #expect(Authorization.parse(value) == expected)
  }

  @Test(arguments: [(0, true), (300, true), (-300, true), (301, false), (-301, false)])
  func `a timestamp may be 300 seconds off either way`(_ off: Int64, _ isInWindow: Bool) {
    let signature = RequestSignature(
      signer: .appUnknown, ts: Sample.now.secondsSinceEpoch + off, nonce: "", sig: [])
    #expect(signature.isInWindow(now: Sample.now) == isInWindow)
  }

  @Test func `the largest timestamp is out of the window and overflows nothing`() throws {
    let signature = try #require(read(header(ts: "999999999999")))
    #expect(!signature.isInWindow(now: Sample.now))
  }

  @Test func `the signed bytes name each part on a line of its own`() {
    let message = RequestSignature.message(
      method: "POST", target: Array("/v1/activate?x=%2F".utf8), ts: 1_800_000_000,
      nonce: "abcdefghijklmnop", bodyHash: [0x00, 0xFF])
    #expect(
      String(decoding: message, as: UTF8.self)
        == "countersign-v1\nPOST\n/v1/activate?x=%2F\n1800000000\nabcdefghijklmnop\n00ff")
  }
}
