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

  @Test func `a gateway is asked where its own settings say`() {
    var values = HealthyFacts.values
    values["COUNTERSIGN_OPS_URL"] = nil
    values["COUNTERSIGN_OPS"] = "10.0.0.1:9090"
    let settings = DoctorSettings(sources: [values], source: "")
    #expect(settings.opsURLs == ["http://10.0.0.1:9090"] && settings.faults == [])
  }
}
