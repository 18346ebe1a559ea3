import Instants
import Testing

@testable import countersign

struct DoctorSettingsTests {
  @Test func `the first source that has a value counts, an empty one does not`() {
    let settings = DoctorSettings(
      sources: [["COUNTERSIGN_LANES": ""], ["COUNTERSIGN_LANES": "2"], ["COUNTERSIGN_LANES": "3"]],
      source: "")
    #expect(settings.integer("COUNTERSIGN_LANES") == 2)
  }

  @Test func `a URL by value in a weightier source outweighs a file of a lesser one`() {
    let settings = DoctorSettings(
      sources: [["REDIS_URL": "unix:///a"], ["REDIS_URL_FILE": "/b"]], source: "")
    #expect(settings["REDIS_URL"] == "unix:///a" && settings["REDIS_URL_FILE"] == nil)
  }

  @Test func `all that is missing is said at once`() {
    let settings = DoctorSettings(sources: [[:]], source: "")
    #expect(settings.faults.count == 6)
    #expect(settings.faults.contains("DATABASE_URL or DATABASE_URL_FILE is not set"))
    let findings = ConfigurationCheck.findings(settings)
    #expect(findings.count { $0.grade == .fault } == 6)
    #expect(findings.last?.check == "configuration.gateways")
  }

  @Test func `a file that cannot be read is the one fault`() {
    let settings = DoctorSettings(sources: [[:]], source: "/f", faults: ["/f cannot be read"])
    #expect(settings.faults == ["/f cannot be read"])
  }

  @Test func `a process' settings need what that process needs`() {
    func missing(_ names: String...) -> Set<String> {
      let values = Dictionary(uniqueKeysWithValues: names.map { ($0, "x") })
      let faults = DoctorSettings(sources: [values], source: "").faults
      return Set(faults.map { String($0.prefix { $0 != " " }) })
    }
    let stores: Set = ["DATABASE_URL", "REDIS_URL"]
    let master: Set = ["COUNTERSIGN_MASTER_KEY_FILE"]
    let signing: Set = ["COUNTERSIGN_TOKEN_KEY_FILE", "COUNTERSIGN_SIGNING_KEY_FILE"]
    let set: Set = ["COUNTERSIGN_KEY_SET_FILE"]
    #expect(missing("COUNTERSIGN_GATEWAYS") == stores.union(master).union(signing))
    #expect(
      missing("COUNTERSIGN_GATEWAYS", "COUNTERSIGN_HINT_ENDPOINT") == stores.union(master))
    #expect(missing("COUNTERSIGN_BUS") == set)
    let all = stores.union(master).union(signing).union(set)
    #expect(missing("COUNTERSIGN_BUS", "COUNTERSIGN_GATEWAYS") == all && missing() == all)
  }

  @Test func `behind TLS a gateway is asked at the operators' address, its workers not at all`() {
    let settings = DoctorSettings(
      sources: [
        [
          "COUNTERSIGN_LISTEN": "10.0.0.1:443", "COUNTERSIGN_OPS": "10.0.0.1:9090",
          "COUNTERSIGN_TLS_CERT_FILE": "/c",
        ]
      ], source: "")
    #expect(settings.opsURLs == ["http://10.0.0.1:9090"])
    #expect(settings.appURLs == ["https://10.0.0.1:443"])
    let look = WorkerClockLook(url: settings.appURLs[0], time: SystemTimeSource())
    let findings = look.facts().map(WorkerClockCheck.finding)
    #expect(findings.count == 3)
    #expect(findings.allSatisfy { $0.grade == .ok && $0.what.hasPrefix("not asked") })
  }

  @Test func `a gateway is asked where its own settings say`() {
    var values = HealthyFacts.values
    values["COUNTERSIGN_OPS_URL"] = nil
    values["COUNTERSIGN_OPS"] = "10.0.0.1:9090"
    let settings = DoctorSettings(sources: [values], source: "")
    #expect(settings.opsURLs == ["http://10.0.0.1:9090"] && settings.faults == [])
  }
}
