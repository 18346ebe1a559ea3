import TestClient
import TestCluster
import Testing

/// Each naughty string in each text that an app sends: answered as api.md says, and kept as it is.
@Suite struct NaughtyAppTextTests {
  let scene: Scene
  let texts: [String]

  init() throws {
    scene = try Scene(in: SharedCluster.get(), license: ["allow_devices": nil])
    texts = try Corpus.naughtyTexts()
  }

  @Test func `the corpus is whole`() { #expect(texts.count == 306) }

  @Test func `as a code it is nobody's`() throws {
    let scene = scene
    let findings = try AnswerLook.findings(texts) { one in
      let answer = try scene.app.activate(one.text, scene.device)
      one.look(answer, "code", allowed: 404)
      one.check(answer.code == "LICENSE_NOT_FOUND", "code", answer.text)
      one.look(try scene.app.renew(one.text, scene.device), "code", allowed: 404)
    }
    #expect(findings == [])
  }

  @Test func `as a device's id and what it says of itself it comes back`() throws {
    let scene = scene
    let findings = try AnswerLook.findings(texts) { one in
      let text = Json.text(one.text)
      let info: Json = ["name": text, "model": text, "system_version": text]
      let isDescribable = one.text.scalarCount <= 256
      // Long enough to be an id, whatever it is.
      let isID = (8...128).contains(one.text.scalarCount)
      let id = isID ? one.text : "id: \(one.text)        "
      let fits = isDescribable && (8...128).contains(id.scalarCount)
      let answer = try scene.app.activate(scene.code, Device(id: id), info: info)
      one.look(answer, "device", allowed: fits ? 200 : 400)
      if fits { one.same(answer.json["device"]["id"], .text(id), "device.id") }
    }
    #expect(findings == [])
    try expectDevicesKept()
  }

  /// The list of the licence's devices, its id of each text once, described by that text.
  private func expectDevicesKept() throws {
    let admin = scene.cluster.operator
    var kept: [[UInt8]: Json] = [:]
    var cursor = ""
    repeat {
      let page = try admin.ok(try admin.get("\(scene.licensePath)/devices?limit=500\(cursor)"))
      for item in page["items"].items { kept[item["id"].bytes] = item }
      cursor = page["next_cursor"].string.map { "&cursor=\($0)" } ?? ""
    } while !cursor.isEmpty
    var found = 0
    for text in texts where (8...128).contains(text.scalarCount) {
      let item = try #require(kept[Json.text(text).bytes], "\(text)")
      for name in ["name", "model", "system_version"] {
        #expect(item[name].bytes == Json.text(text).bytes)
      }
      found += 1
    }
    #expect(found > 200)
  }

  @Test func `as a component it makes an id or is malformed`() throws {
    let scene = scene
    let findings = try AnswerLook.findings(texts) { one in
      let isPlain = one.text.unicodeScalars.allSatisfy { $0 != "|" }
      let isBlank = one.text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      let fits = isPlain && !isBlank && (1...128).contains(one.text.scalarCount)
      for part in ["idfv", "model", "system_version"] {
        let components: Json = ["idfv": "i", "model": "m", "system_version": "1.2"]
        let device: Json = ["components": components.replacing(part, with: .text(one.text))]
        let answer = try scene.app.post(
          "/v1/activate", ["code": .text(scene.code), "device": device])
        // Nothing may be left of a version before its first dot.
        let isFirstDot = part == "system_version" && Self.startsWithDot(one.text)
        one.look(answer, part, allowed: fits && !isFirstDot ? 200 : 400)
      }
    }
    #expect(findings == [])
  }

  private static func startsWithDot(_ text: String) -> Bool {
    text.unicodeScalars.first { !$0.properties.isWhitespace } == "."
  }

  @Test func `as a name that no call knows, and its value, it is passed over`() throws {
    let scene = scene
    let findings = try AnswerLook.findings(texts) { one in
      let body: Json = Json.object([])
        .replacing(one.text, with: .text(one.text)).replacing("device", with: scene.device.json)
      let answer = try scene.app.post(
        "/v1/verify", body, by: RequestSigner(token: scene.token))
      one.look(answer, "a name", allowed: 200)
      one.check(answer.json["code"] == "VALID", "a name", answer.text)
    }
    #expect(findings == [])
  }

  @Test func `as a token it is none, and as a header it is refused or passed over`() throws {
    let scene = scene
    let findings = try AnswerLook.findings(texts) { one in
      let token = try scene.cluster.operator.post(
        "/v1/introspect", ["access_token": .text(one.text)])
      one.look(token, "access_token", allowed: 200)
      one.check(token.json["code"] == "TOKEN_INVALID", "access_token", token.text)
      guard one.text.isHeaderValue else { return }
      for (name, allowed) in [("Authorization", 401), ("X-Forwarded-For", 200)] {
        let target = allowed == 401 ? "/v1/config" : "/.well-known/countersign-keys"
        let answer = try scene.app.http.get(target, headers: [name: one.text])
        one.look(answer, name, allowed: allowed)
      }
      let config = try scene.app.config(headers: ["If-None-Match": one.text])
      one.look(config, "If-None-Match", allowed: one.text == "*" ? 304 : 200)
    }
    #expect(findings == [])
  }
}

extension String {
  /// Nothing that HTTP takes for the end of a line, or cuts off.
  var isHeaderValue: Bool {
    !isEmpty && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && utf8.first != 0x20
      && utf8.last != 0x20
  }
}
