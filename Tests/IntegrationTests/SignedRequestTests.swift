import TestClient
import TestCluster
import Testing

/// signing.md, "Requests": one test or table row per line of defence, everything else right.
@Suite struct SignedRequestTests {
  let cluster: Cluster
  let scene: Scene

  init() throws {
    cluster = try SharedCluster.get()
    scene = try Scene(in: cluster)
  }

  var activation: HTTPRequest {
    let body: Json = ["code": .text(scene.code), "device": scene.device.json]
    return HTTPRequest("POST", "/v1/activate", body: body.bytes)
  }

  /// The activation with its `Authorization` rewritten.
  func send(
    ts: String? = nil, nonce: String = RequestSigner.freshNonce(),
    _ rewrite: (String) -> String = { $0 }
  ) throws -> HTTPAnswer {
    let signer = scene.app.signer
    var request = activation
    request.headers["Authorization"] = rewrite(
      signer.authorization(for: request, ts: ts, nonce: nonce))
    return try scene.app.http.perform(request)
  }

  @Test(arguments: ["Countersign", "countersign", "COUNTERSIGN", "cOuNtErSiGn"])
  func `the scheme is taken in any case`(scheme: String) throws {
    let answer = try send { $0.replacing("Countersign", with: scheme) }
    #expect(answer.status == 200)
  }

  @Test(arguments: [",", ", ", ",   "])
  func `parts are parted by a comma and optional blanks`(separator: String) throws {
    #expect(try send { $0.replacing(", ", with: separator) }.status == 200)
  }

  @Test(arguments: [16, 17, 63, 64])
  func `a nonce of this length is taken`(length: Int) throws {
    let nonce = String(Hex.text(TestCrypto.randomBytes(32)).prefix(length))
    #expect(try send(nonce: nonce).status == 200)
  }

  @Test func `a nonce may use all of its alphabet`() throws {
    let tail = Hex.text(TestCrypto.randomBytes(8))
    #expect(try send(nonce: "ABCXYZabcxyz0189-_\(tail)").status == 200)
  }

  @Test(arguments: [
    "", "short-nonce-15c", String(repeating: "n", count: 65), "has.a.dot.in.the.nonce",
    "has+plus+in+the+nonce", "has/slash/in/the/nonce", "padded-nonce-here==",
  ])
  func `a nonce of another form is malformed`(nonce: String) throws {
    #expect(try send(nonce: nonce).faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test(arguments: ["", "-1", "+1767225600", "01767225600", "1767225600.0", "1234567890123", "now"])
  func `a timestamp of another form is malformed`(ts: String) throws {
    #expect(try send(ts: ts).faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  struct Rewrite: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (String) -> String

    init(_ description: String, _ apply: @escaping @Sendable (String) -> String) {
      testDescription = description
      self.apply = apply
    }
  }

  static func parts(_ value: String) -> [String] {
    value.dropFirst("Countersign ".count).replacing(", ", with: ",").split(separator: ",").map(
      String.init)
  }

  static let malformed: [Rewrite] = [
    Rewrite("the parts in another order") { value in
      let parts = parts(value)
      return "Countersign " + [parts[1], parts[0], parts[2], parts[3]].joined(separator: ", ")
    },
    Rewrite("no id") { "Countersign " + parts($0).dropFirst().joined(separator: ", ") },
    Rewrite("no sig") { "Countersign " + parts($0).dropLast().joined(separator: ", ") },
    Rewrite("a part twice") { $0 + ", " + parts($0)[3] },
    Rewrite("a fifth part") { $0 + ", realm=x" },
    Rewrite("a comma at the end") { $0 + "," },
    Rewrite("a quoted value") { value in
      let parts = parts(value)
      return value.replacing(parts[2], with: "nonce=\"\(parts[2].dropFirst(6))\"")
    },
    Rewrite("blanks about the equals sign") { $0.replacing("ts=", with: "ts = ") },
    Rewrite("names in upper case") { $0.replacing("nonce=", with: "NONCE=") },
    Rewrite("parted by semicolons") { $0.replacing(",", with: ";") },
    Rewrite("the scheme alone") { _ in "Countersign" },
  ]

  @Test(arguments: malformed)
  func `an Authorization of another form is malformed`(rewrite: Rewrite) throws {
    let answer = try send(rewrite.apply)
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test func `a second Authorization is malformed`() throws {
    var request = scene.app.signer.signed(activation)
    request.headers.add("Authorization", request.headers["Authorization"] ?? "")
    let answer = try scene.app.http.perform(request)
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test func `a target in absolute form is malformed`() throws {
    var request = activation
    request.target = "http://\(scene.app.http.endpoint)/v1/activate"
    let answer = try scene.app.http.perform(scene.app.signer.signed(request))
    #expect(answer.status == 400)
  }

  static let badSignatures: [Rewrite] = [
    Rewrite("one character less") { String($0.dropLast()) },
    Rewrite("one character more") { $0 + "A" },
    Rewrite("padding") { $0 + "=" },
    Rewrite("nothing") { String($0.dropLast(43)) },
    Rewrite("the last two bits set") { value in
      let index = Base64URL.alphabet.firstIndex(of: value.utf8.last ?? 0) ?? 0
      return value.dropLast() + String(UnicodeScalar(Base64URL.alphabet[index | 1]))
    },
    Rewrite("another first character") { value in
      let start = value.index(value.endIndex, offsetBy: -43)
      return value[..<start] + (value[start] == "A" ? "B" : "A")
        + value[value.index(after: start)...]
    },
    Rewrite("characters of another alphabet") { $0.dropLast(2) + "+/" },
  ]

  @Test(arguments: badSignatures)
  func `a signature that is not the canonical 43 characters is invalid`(
    rewrite: Rewrite
  ) throws {
    #expect(try send(rewrite.apply).faults(asProblem: "SIGNATURE_INVALID", 401) == [])
  }

  @Test(arguments: ["GET", "PUT", "post", "HEAD"])
  func `a signature over another method is invalid`(method: String) throws {
    var other = activation
    other.method = method
    var request = activation
    let nonce = RequestSigner.freshNonce()
    request.headers["Authorization"] = scene.app.signer.authorization(for: other, nonce: nonce)
    let answer = try scene.app.http.perform(request)
    #expect(answer.faults(asProblem: "SIGNATURE_INVALID", 401) == [])
  }

  @Test(arguments: [
    "/v1/renew", "/v1/activate?", "/v1/activate?a=1", "/v1/%61ctivate", "/V1/activate",
  ])
  func `a signature over another target is invalid`(target: String) throws {
    var other = activation
    other.target = target
    var request = activation
    let nonce = RequestSigner.freshNonce()
    request.headers["Authorization"] = scene.app.signer.authorization(for: other, nonce: nonce)
    let answer = try scene.app.http.perform(request)
    #expect(answer.faults(asProblem: "SIGNATURE_INVALID", 401) == [])
  }

  @Test(arguments: ["/v1/activate?", "/v1/activate?b=2&a=%31", "/v1/%61ctivate"])
  func `a target is signed exactly as it is sent`(target: String) throws {
    var request = activation
    request.target = target
    #expect(try scene.app.send(request, by: scene.app.signer).status == 200)
  }

  @Test func `a signature over other bytes of the body is invalid`() throws {
    var request = scene.app.signer.signed(activation)
    request.body = (request.body ?? []) + [0x20]
    let answer = try scene.app.http.perform(request)
    #expect(answer.faults(asProblem: "SIGNATURE_INVALID", 401) == [])
  }

  @Test func `the body is signed as it is after transfer coding`() throws {
    var request = activation
    request.chunkBytes = 7
    #expect(try scene.app.send(request, by: scene.app.signer).status == 200)
  }

  @Test func `a body hash in upper case is invalid`() throws {
    let body = activation.body ?? []
    let ts = scene.app.signer.timestamp()
    let nonce = RequestSigner.freshNonce()
    let hash = Hex.text(TestCrypto.sha256(body)).uppercased()
    let message = "countersign-v1\nPOST\n/v1/activate\n\(ts)\n\(nonce)\n\(hash)"
    let sig = TestCrypto.hmacSHA256(
      key: Array(scene.app.clientKey.utf8), message: Array(message.utf8))
    let answer = try send { _ in
      "Countersign id=\(scene.app.id), ts=\(ts), nonce=\(nonce), sig=\(Base64URL.text(sig))"
    }
    #expect(answer.faults(asProblem: "SIGNATURE_INVALID", 401) == [])
  }

  @Test func `a signature by another app's key is invalid`() throws {
    let other = try cluster.operator.makeApp()
    let signer = RequestSigner(id: scene.app.id, secret: other.clientKey)
    let answer = try scene.app.send(activation, by: signer)
    #expect(answer.faults(asProblem: "SIGNATURE_INVALID", 401) == [])
  }

  @Test(arguments: [
    "app_aaaaaaaaaaaaa", "app_AAAAAAAAAAAAA", "app_", "app_short", "app_1111111111111",
  ])
  func `an app id that is unknown is an invalid signature`(id: String) throws {
    let signer = RequestSigner(id: id, secret: scene.app.clientKey)
    let answer = try scene.app.send(activation, by: signer)
    #expect(answer.faults(asProblem: "SIGNATURE_INVALID", 401) == [])
  }

  @Test func `activate does not take a token's signature`() throws {
    let answer = try scene.app.send(activation, by: RequestSigner(token: scene.token))
    #expect(answer.status == 401)
  }

  @Test func `verify does not take the app's signature`() throws {
    let answer = try scene.app.post("/v1/verify", [:], by: scene.app.signer)
    #expect(answer.status == 401)
  }

  @Test(arguments: [nil, "Basic dXNlcjpwYXNz", "Bearer cst_x.y", "Digest a=b", ""])
  func `no signature where one is needed is missing`(value: String?) throws {
    var request = activation
    request.headers["Authorization"] = value
    let answer = try scene.app.http.perform(request)
    #expect(answer.faults(asProblem: "SIGNATURE_MISSING", 401) == [])
  }

  @Test(arguments: [-298, -290, 290, 298])
  func `a timestamp inside the window is taken`(seconds: Int64) throws {
    #expect(try send(ts: String(RequestSigner.now + seconds)).status == 200)
  }

  @Test(arguments: [-400_000, -310, 310, 400_000])
  func `a timestamp outside of the window is told the server's time`(seconds: Int64) throws {
    let answer = try send(ts: String(RequestSigner.now + seconds))
    #expect(
      answer.faults(asProblem: "TIMESTAMP_OUT_OF_WINDOW", 401, extra: ["server_time"]) == [])
    let difference = (answer.json["server_time"].instant ?? 0) - RequestSigner.now
    #expect(abs(difference) <= 5)
  }

  @Test(arguments: [HTTPRequest("POST", "/v1/verify"), HTTPRequest("GET", "/v1/config")])
  func `a token's signature outside of the window is told the server's time, too`(
    request: HTTPRequest
  ) throws {
    let signer = RequestSigner(token: scene.token)
    for seconds: Int64 in [-310, 310] {
      let signed = signer.signed(request, ts: String(RequestSigner.now + seconds))
      let answer = try scene.app.http.perform(signed)
      #expect(
        answer.faults(asProblem: "TIMESTAMP_OUT_OF_WINDOW", 401, extra: ["server_time"]) == [])
    }
  }

  @Test func `a client with a wrong clock signs with the difference from then on`() throws {
    let wrong = RequestSigner.now - 4000
    let refusal = try send(ts: String(wrong))
    let offset = (refusal.json["server_time"].instant ?? 0) - wrong
    #expect(try send(ts: String(wrong + offset)).status == 200)
  }

  @Test func `the timestamp is looked at before the signature`() throws {
    let answer = try send(ts: String(RequestSigner.now - 4000)) { $0 + "A" }
    #expect(answer.code == "TIMESTAMP_OUT_OF_WINDOW")
  }

  @Test func `syntax is looked at before the timestamp`() throws {
    let answer = try send(ts: String(RequestSigner.now - 4000)) { $0 + "," }
    #expect(answer.code == "REQUEST_MALFORMED")
  }

  @Test(arguments: ["gzip", "identity", "br"])
  func `a content encoding is not supported`(coding: String) throws {
    var request = activation
    request.headers["Content-Encoding"] = coding
    let answer = try scene.app.send(request, by: scene.app.signer)
    #expect(answer.faults(asProblem: "MEDIA_TYPE_UNSUPPORTED", 415) == [])
  }
}
