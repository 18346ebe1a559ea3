import TestClient
import TestCluster
import Testing

/// api.md, "Conventions": what a body may be, by the one call where all of it can be seen.
@Suite struct BodyTests {
  let cluster: Cluster
  let scene: Scene

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(in: cluster)
  }

  func activate(_ body: [UInt8]?, contentType: String? = nil) throws -> HTTPAnswer {
    var request = HTTPRequest("POST", "/v1/activate", body: body)
    request.headers["Content-Type"] = contentType
    return try scene.app.send(request, by: scene.app.signer)
  }

  /// A good body with `member` put before the others.
  func body(_ member: String = "", after: String = "") -> [UInt8] {
    let code = Json.text(scene.code).compact
    let device = scene.device.json.compact
    return Array("{\(member)\"code\":\(code),\"device\":\(device)\(after)}".utf8)
  }

  @Test(arguments: [
    nil, "application/json", "application/json; charset=utf-8", "APPLICATION/JSON",
    "application/json;charset=iso-8859-1", "application/json ; a=b",
  ])
  func `this content type is taken`(type: String?) throws {
    #expect(try activate(body(), contentType: type).status == 200)
  }

  @Test(arguments: [
    "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "application/*",
    "application/problem+json", "json",
  ])
  func `another content type is not supported`(type: String) throws {
    let answer = try activate(body(), contentType: type)
    #expect(answer.faults(asProblem: "MEDIA_TYPE_UNSUPPORTED", 415) == [])
  }

  @Test(arguments: [#""new_field":1,"#, #""status":"disabled","expires_at":null,"#, #""":{},"#])
  func `unknown fields are ignored`(member: String) throws {
    #expect(try activate(body(member)).status == 200)
  }

  @Test func `of doubled names the last counts`() throws {
    #expect(try activate(body(#""code":"NO","device":7,"#)).status == 200)
    #expect(try activate(body(after: #","code":"NO""#)).code == "LICENSE_NOT_FOUND")
    #expect(try activate(body(after: #","code":null"#)).code == "REQUEST_MALFORMED")
  }

  @Test func `escapes are read`() throws {
    let device = scene.device.id.utf8.map { "\\u00" + Hex.text([$0]) }.joined()
    let text = "{\"\\u0063ode\":\"\(scene.code)\",\"device\":{\"id\":\"\(device)\"}}"
    #expect(try activate(Array(text.utf8)).json["device"]["new"] == false)
  }

  static let malformed: [(String, String)] = [
    ("nothing", ""), ("blanks", "  \n"), ("not JSON", "code=X"), ("cut off", #"{"code":"X""#),
    ("two texts", "{} {}"), ("a comma too many", #"{"code":"X",}"#),
    ("a comment", "{} // x"), ("single quotes", "{'code':'X'}"),
    ("a number with a leading zero", #"{"x":01}"#), ("a plus sign", #"{"x":+1}"#),
    ("NaN", #"{"x":NaN}"#), ("a number beyond a double", #"{"x":1e400}"#),
    ("a negative number beyond a double", #"{"x":-1e400}"#),
    ("a lone high surrogate", #"{"x":"\uD800"}"#), ("a lone low surrogate", #"{"x":"\uDC00"}"#),
    ("surrogates in the wrong order", #"{"x":"\uDC00\uD800"}"#),
    ("a lone surrogate in a name", #"{"\uD800":1}"#),
    ("U+0000 escaped", #"{"x":"a\u0000b"}"#), ("U+0000 in a name", #"{"a\u0000":1}"#),
    ("U+0000 as it is", "{\"x\":\"a\u{0}b\"}"), ("a control in a text", "{\"x\":\"a\nb\"}"),
    ("an unknown escape", #"{"x":"\q"}"#), ("a byte order mark", "\u{FEFF}{}"),
  ]

  @Test(arguments: malformed)
  func `this is no JSON of ours`(what: String, text: String) throws {
    let good = String(decoding: body(), as: UTF8.self).dropFirst()
    let isFragment = text.hasPrefix("{") && text.hasSuffix("}") && text != "{} {}" && text != "{}"
    let whole =
      isFragment && !what.hasPrefix("a comma") && !what.hasPrefix("single")
      ? String(text.dropLast()) + "," + good : text
    let answer = try activate(Array(whole.utf8))
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
  ])
  func `bytes that are not UTF-8 are malformed`(bytes: [UInt8]) throws {
    let start = Array(#"{"x":""#.utf8) + bytes + Array(#"","#.utf8)
    let answer = try activate(start + body().dropFirst())
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test func `sixty-four levels are read and sixty-five are not`() throws {
    func nested(_ levels: Int) -> String {
      // The body itself is the first level.
      let open = String(repeating: "[", count: levels - 1)
      return "\"x\":\(open)\(String(repeating: "]", count: levels - 1)),"
    }
    #expect(try activate(body(nested(64))).status == 200)
    #expect(try activate(body(nested(65))).code == "REQUEST_MALFORMED")
    #expect(try activate(body(nested(20_000))).code == "REQUEST_MALFORMED")
  }

  @Test(arguments: ["1e308", "-0", "0.1", "1E+2", "123456789012345678901234567890"])
  func `a number that fits a double is read`(literal: String) throws {
    #expect(try activate(body("\"x\":\(literal),")).status == 200)
  }

  @Test func `64 KiB are read and one byte more is too large`() throws {
    let padded = body() + Array(repeating: 0x20, count: 65_536 - body().count)
    #expect(try activate(padded).status == 200)
    let answer = try activate(padded + [0x20])
    #expect(answer.faults(asProblem: "BODY_TOO_LARGE", 413) == [])
  }

  @Test func `a body in chunks is measured, too`() throws {
    let padded = body() + Array(repeating: 0x20, count: 65_537 - body().count)
    let request = HTTPRequest("POST", "/v1/activate", body: padded, chunkBytes: 4096)
    let answer = try scene.app.send(request, by: scene.app.signer)
    #expect(answer.faults(asProblem: "BODY_TOO_LARGE", 413) == [])
  }

  @Test(arguments: [65_537, 300_000, 1_048_576])
  func `up to 1 MiB is read so that the answer arrives, then it closes`(count: Int) throws {
    let connection = try cluster.http.connect()
    let request = HTTPRequest("POST", "/v1/activate", body: Array(repeating: 0x20, count: count))
    try connection.send(request.bytes(host: "localhost"))
    let answer = try connection.readAnswer()
    #expect(answer.faults(asProblem: "BODY_TOO_LARGE", 413) == [])
    #expect(connection.isClosedByServer(within: 5))
  }

  @Test func `more than 1 MiB is not waited for`() throws {
    let connection = try cluster.http.connect()
    try connection.send(
      raw: "POST /v1/activate HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000000\r\n\r\n{")
    #expect(connection.isClosedByServer(within: 10))
  }

  @Test func `null is written, never left out`() throws {
    let license = try cluster.operator.makeLicense(scene.app)
    for name in ["expires_at", "remark", "order_id", "activated_at", "disabled_at"] {
      #expect(license[name] == .null)
    }
  }

  @Test func `characters come back as they were sent`() throws {
    let text = "é 漢字 🏁 \"quoted\" back\\slash \u{7F}\u{2028} / \t end"
    let license = try cluster.operator.makeLicense(scene.app, ["remark": .text(text)])
    #expect(license["remark"] == .text(text))
  }
}
