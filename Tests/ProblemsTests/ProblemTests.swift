import Instants
import JSON
import Licensing
import Problems
import Testing

@Suite struct ProblemTests {
  private let requestID = RequestID(bytes: [UInt8](repeating: 0, count: 16))!

  private func text(_ problem: Problem) -> String {
    String(decoding: problem.body(requestID: requestID), as: UTF8.self)
  }

  private func header(_ name: String, of problem: Problem) -> String? {
    problem.headers.first { $0.name == name }?.value
  }

  @Test func `a problem is the document of RFC 9457 with a code and the request's id`() {
    let problem = Problem(.valueRefused, detail: "The plan is unknown.")
    #expect(
      text(problem)
        == #"{"type":"https://countersign.dev/errors/value-refused","title":"A value is not allowed","#
        + #""status":422,"code":"VALUE_REFUSED","detail":"The plan is unknown.","#
        + #""request_id":"req_aaaaaaaaaaaaaaaaaaaaaaaaaa"}"#)
    #expect(header("Content-Type", of: problem) == "application/problem+json")
  }

  @Test func `every code makes a body that can be read`() throws {
    for code in ProblemCode.allCases {
      let body = try JSON.parse(Problem(code).body(requestID: requestID))
      #expect(body["code"]?.string == code.rawValue)
      #expect(body["status"]?.int64 == Int64(code.status))
      #expect(body["detail"]?.string?.isEmpty == false)
    }
  }

  @Test func `a bad body is told by pointers`() throws {
    var problem = Problem(.requestMalformed)
    problem.errors = [ProblemPointer("/device/id", "8 to 128 characters are needed")]
    let body = try JSON.parse(problem.body(requestID: requestID))
    #expect(body["errors"]?.array?.first?["pointer"]?.string == "/device/id")
  }

  @Test func `a full licence and a clock that is off are told what helps`() throws {
    var problem = Problem(.deviceLimitExceeded)
    problem.licenseID = LicenseID(rawValue: 0)
    problem.serverTime = Timestamp(secondsSinceEpoch: 0)
    let body = try JSON.parse(problem.body(requestID: requestID))
    #expect(body["license_id"]?.string == "lic_aaaaaaaaaaaaa")
    #expect(body["server_time"]?.string == "1970-01-01T00:00:00Z")
  }

  @Test func `a rate limit says how long to wait, in three headers and the body`() throws {
    let rule = RateRule(name: .activateDevice, limit: 1, windowSeconds: 60)
    let first = Gcra.step(storedTAT: nil, nowMs: 0, rule: rule)
    let outcome = Gcra.step(storedTAT: first.newTAT, nowMs: 17_500, rule: rule)
    let problem = Problem.rateLimited(rule, outcome)
    #expect(header("Retry-After", of: problem) == "43")
    #expect(header("RateLimit", of: problem) == #""activate_device";r=0;t=43"#)
    #expect(header("RateLimit-Policy", of: problem) == #""activate_device";q=1;w=60"#)
    let body = try JSON.parse(problem.body(requestID: requestID))
    #expect(body["retry_after"]?.int64 == 43)
  }

  @Test func `a method that is not allowed is told which are`() {
    var problem = Problem(.methodNotAllowed)
    problem.allow = ["GET", "HEAD"]
    #expect(header("Allow", of: problem) == "GET, HEAD")
  }

  @Test(
    arguments: [
      (.keyInvalid, "Bearer"), (.signatureMissing, "Countersign"), (.tokenExpired, "Countersign"),
      (.licenseDisabled, nil),
    ] as [(ProblemCode, String?)])
  func `each 401 names the scheme that is wanted`(_ code: ProblemCode, _ challenge: String?) {
    #expect(header("WWW-Authenticate", of: Problem(code)) == challenge)
  }

  @Test func `members that say nothing are left out`() throws {
    let body = try JSON.parse(Problem(.internal).body(requestID: requestID))
    #expect(
      body.object?.members.map(\.name) == [
        "type", "title", "status", "code", "detail", "request_id",
      ])
  }
}
