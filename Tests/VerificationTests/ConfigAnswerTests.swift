import Instants
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import Verification

@Suite struct `The answer of config` {
  private func answer(
    _ headers: [(String, String)] = [], features: String = #"{"a":1}"#, grace: Int = 1,
    at now: Timestamp = Samples.now
  ) -> TestAnswer {
    var settings = AppSettings()
    settings.offlineGraceSeconds = grace
    let answer = ConfigAnswer(
      settings: ClientSettings(settings), features: Features(json: features))
    return TestAnswer(
      answer.reply(to: .make("GET", "/v1/config", headers: headers), now: now))
  }

  private func tag(_ answer: TestAnswer) throws -> String { try #require(answer.headers["etag"]) }

  @Test func `its tag is over settings and features, not over the time`() throws {
    let first = answer()
    #expect(first.status == 200)
    #expect(first["server_time"]?.string == Samples.now.rfc3339)
    let tag = try self.tag(first)
    #expect(tag.count == 34 && tag.hasPrefix("\"") && tag.hasSuffix("\""))
    #expect(try self.tag(answer(at: Samples.now + 1)) == tag)
    #expect(try self.tag(answer(features: "{}")) != tag)
    #expect(try self.tag(answer(grace: 2)) != tag)
  }

  @Test func `a client that has it is told so, without a body`() throws {
    let tag = try self.tag(answer())
    for value in [tag, "W/\(tag)", "*", "\"x\", \(tag)", "\"x\",\t\(tag) "] {
      let unchanged = answer([("if-none-match", value)])
      #expect(unchanged.status == 304 && unchanged.body.isNull)
      #expect(unchanged.headers == ["etag": tag])
    }
    let both = [("if-none-match", "\"x\""), ("if-none-match", tag)]
    #expect(answer(both).status == 304)
  }

  @Test func `another tag, or half of one, is not it`() throws {
    let tag = try self.tag(answer())
    for value in ["\"x\"", "", String(tag.dropFirst()), "w/\(tag)", "W/ \(tag)"] {
      #expect(answer([("if-none-match", value)]).status == 200)
    }
  }
}
