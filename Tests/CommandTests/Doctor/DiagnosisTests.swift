import JSON
import Testing

@testable import countersign

struct DiagnosisTests {
  @Test func `nothing is to be done where all is well`() {
    let diagnosis = Diagnosis(HealthyFacts.all)
    #expect(diagnosis.findings.filter { $0.grade != .ok } == [])
    #expect(diagnosis.exitCode == 0)
    #expect(diagnosis.summary.hasSuffix(" ok, 0 warnings, 0 faults"))
  }

  @Test func `one fault ends with 1, a warning alone with 0`() {
    let warning = Finding.warning("a", "b", do: "c")
    #expect(Diagnosis(findings: [warning]).exitCode == 0)
    let fault = Finding.fault("d", "e", do: "f")
    #expect(Diagnosis(findings: [warning, fault]).exitCode == 1)
  }

  @Test func `each finding is one line, with what to do behind what was found`() {
    let diagnosis = Diagnosis(findings: [
      .ok("a.b", "fine"), .fault("c.d", "broken", do: "mend it"),
    ])
    let lines = diagnosis.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("ok       a.b ") && lines[0].hasSuffix(" fine"))
    #expect(lines[1].hasPrefix("fault    c.d ") && lines[1].hasSuffix(" broken: mend it"))
    #expect(lines[2] == "2 checks: 1 ok, 0 warnings, 1 faults")
  }

  @Test func `as JSON it says the same`() throws {
    let diagnosis = Diagnosis(findings: [.ok("a", "x"), .fault("b", "y", do: "z")])
    let json = try JSON.parse(Array(diagnosis.json.utf8))
    #expect(json["faults"]?.int64 == 1 && json["ok"]?.int64 == 1 && json["warnings"]?.int64 == 0)
    let fault = try #require(json["checks"]?.array?.last)
    #expect(fault["check"]?.string == "b" && fault["grade"]?.string == "fault")
    #expect(fault["what"]?.string == "y" && fault["do"]?.string == "z")
  }

  @Test func `stores that are away are one fault each, and nothing else is guessed`() {
    var facts = HealthyFacts.all
    facts.postgres = .none(reason: "PostgreSQL: connection")
    facts.redis = .none(reason: "REDIS_CANNOT_CONNECT (errno 2)")
    let faults = Diagnosis(facts).findings.filter { $0.grade == .fault }
    #expect(faults.map(\.check) == ["postgres.reachable", "redis.reachable"])
    #expect(!Diagnosis(facts).findings.contains { $0.check.hasPrefix("epoch") })
  }
}
