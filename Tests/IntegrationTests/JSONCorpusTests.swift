import TestClient
import TestCluster
import Testing

/// The corpus of JSON texts as bodies: accepted and refused as its authors say.
@Suite struct JSONCorpusTests {
  let scene: Scene
  let cases: [String: Corpus.ParsingCase]

  init() throws {
    scene = try Scene(in: SharedCluster.get())
    cases = Dictionary(
      try Corpus.parsingCases().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `the corpus is whole`() { #expect(cases.count == 210) }

  @Test func `within a good body it decides whether that is JSON`() throws {
    let (scene, cases) = (scene, cases)
    let findings = try AnswerLook.findings(cases.keys.sorted()) { one in
      guard let text = cases[one.text] else { return }
      let body = Array(#"{"x":"#.utf8) + text.text + Array("}".utf8)
      let answer = try scene.app.send(
        HTTPRequest("POST", "/v1/verify", body: body), by: RequestSigner(token: scene.token))
      switch one.text.first {
      case "y": one.look(answer, "a body", allowed: text.holdsEscapedNull ? 400 : 200)
      case "n": one.look(answer, "a body", allowed: body.count > 65_536 ? 413 : 400)
      default: one.look(answer, "a body", allowed: 200, 400)
      }
    }
    #expect(findings == [])
  }

  @Test func `as a whole body it is malformed, for want of a code if for nothing else`() throws {
    let (scene, cases) = (scene, cases)
    let findings = try AnswerLook.findings(cases.keys.sorted()) { one in
      guard let text = cases[one.text]?.text else { return }
      let answer = try scene.app.send(
        HTTPRequest("POST", "/v1/activate", body: text), by: scene.app.signer)
      one.look(answer, "a body", allowed: text.count > 65_536 ? 413 : 400)
    }
    #expect(findings == [])
  }
}
