import JSON

/// All findings of one look, as a person, a script or a monitor reads them.
struct Diagnosis {
  let findings: [Finding]

  func count(_ grade: Finding.Grade) -> Int {
    findings.count { $0.grade == grade }
  }

  /// 1 with a fault; warnings alone are 0.
  var exitCode: Int32 { count(.fault) == 0 ? 0 : 1 }

  var summary: String {
    "\(findings.count) checks: \(count(.ok)) ok, \(count(.warning)) warnings, \(count(.fault)) faults"
  }

  var text: String {
    (findings.map(\.line) + [summary]).joined(separator: "\n")
  }

  /// `{"checks":[{"check","grade","what","do"}…],"ok","warnings","faults"}`; `do` is null where
  /// there is nothing to do.
  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("checks")
    writer.beginArray()
    for finding in findings { write(finding, to: &writer) }
    writer.endArray()
    writer.member("ok", Int64(count(.ok)))
    writer.member("warnings", Int64(count(.warning)))
    writer.member("faults", Int64(count(.fault)))
    writer.endObject()
    return writer.text
  }

  private func write(_ finding: Finding, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("check", finding.check)
    writer.member("grade", finding.grade.rawValue)
    writer.member("what", finding.what)
    writer.member("do", finding.remedy)
    writer.endObject()
  }
}

extension Diagnosis {
  init(_ facts: DoctorFacts) {
    let groups: [[Finding]] = [
      HomeCheck.running(facts.home),
      ConfigurationCheck.findings(facts.settings),
      facts.files.map { FileCheck.finding($0, user: facts.user) },
      KeyCheck.findings(facts.keys, now: facts.now),
      PostgresCheck.findings(facts.postgres, lanes: facts.workerLanes),
      RedisCheck.findings(facts.redis, planned: facts.settings.verificationsPerSecond),
      EpochCheck.findings(postgres: facts.postgres, redis: facts.redis),
      GatewayCheck.findings(facts.gateways),
      facts.workerClocks.map(WorkerClockCheck.finding),
      facts.processes.map { OpenFilesCheck.finding($0, settings: facts.settings) },
      HomeCheck.disks(facts.home),
    ]
    findings = groups.flatMap { $0 }
  }
}
