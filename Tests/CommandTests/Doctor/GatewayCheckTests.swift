import Testing

@testable import countersign

struct GatewayCheckTests {
  private static let page = """
    # HELP countersign_worker_able 1 when the worker can work.
    countersign_worker_able{service="admin",instance="a1"} 1
    countersign_worker_able{service="verification",instance="v1"} 0
    countersign_worker_in_flight{service="admin",instance="a1"} 3
    """

  @Test func `workers are read from a gateway's metrics`() {
    #expect(
      WorkerMetrics.workers(Self.page) == [
        .init(service: "admin", instance: "a1", isAble: true),
        .init(service: "verification", instance: "v1", isAble: false),
      ])
    #expect(GatewayLook.missing(Array(#"{"ready":false,"missing":["a","b"]}"#.utf8)) == ["a", "b"])
    #expect(GatewayLook.missing(Array("nonsense".utf8)) == [])
  }

  @Test func `a gateway that does not answer is one fault`() {
    var facts = HealthyFacts.gateway
    facts.silence = "connect: Connection refused"
    let findings = GatewayCheck.findings([facts])
    #expect(findings.map(\.check) == ["gateway.alive"] && findings[0].grade == .fault)
  }

  @Test func `a service without a worker is a fault, one lane of two that is not able a warning`() {
    var facts = HealthyFacts.gateway
    facts.workers = [
      .init(service: "renewal", instance: "1", isAble: true),
      .init(service: "renewal", instance: "2", isAble: false),
      .init(service: "admin", instance: "3", isAble: false),
      .init(service: "verification", instance: "4", isAble: true),
    ]
    let grades = Dictionary(
      uniqueKeysWithValues: GatewayCheck.findings([facts]).map { ($0.check, $0.grade) })
    #expect(grades["workers.activation"] == .fault)
    #expect(grades["workers.admin"] == .fault)
    #expect(grades["workers.renewal"] == .warning)
    #expect(grades["workers.verification"] == .ok)
  }

  @Test func `a service that is not ready is a fault, whatever the metrics say`() {
    var facts = HealthyFacts.gateway
    facts.missing = ["admin"]
    #expect(GatewayCheck.findings([facts]).first { $0.grade == .fault }?.check == "workers.admin")
  }

  @Test func `the apps' address shows no metrics, which is said`() {
    var facts = HealthyFacts.gateway
    facts.workers = nil
    #expect(GatewayCheck.findings([facts]).last?.check == "gateway.metrics")
  }

  @Test func `lanes are counted once, whichever gateway tells of them`() {
    var facts = HealthyFacts.all
    facts.gateways = [HealthyFacts.gateway, HealthyFacts.gateway]
    #expect(facts.workerLanes == 4)
    facts.gateways = []
    #expect(facts.workerLanes == nil)
  }

  @Test func `a worker's time is read from its refusal`() {
    let body = Array(#"{"server_time":"2026-11-30T00:00:00Z"}"#.utf8)
    #expect(WorkerClockLook.serverTime(body)?.rfc3339 == "2026-11-30T00:00:00Z")
    #expect(WorkerClockLook.serverTime(Array("{}".utf8)) == nil)
  }

  @Test(arguments: [
    (1023, Finding.Grade.fault), (1024, .warning), (4095, .warning), (4096, .ok),
  ])
  func `a process may open as many files as a gateway is worth having for`(
    limit: Int, grade: Finding.Grade
  ) {
    let facts = OpenFilesFacts(process: "gateway-1", limit: limit)
    #expect(OpenFilesCheck.finding(facts, settings: HealthyFacts.settings).grade == grade)
  }

  @Test func `connections that were configured are what is wanted`() {
    var values = HealthyFacts.values
    values["COUNTERSIGN_MAX_CONNECTIONS"] = "1000"
    values["COUNTERSIGN_LANES"] = "2"
    let settings = DoctorSettings(sources: [values], source: "")
    let grades = [2063, 2064].map {
      OpenFilesCheck.finding(OpenFilesFacts(process: "g", limit: $0), settings: settings).grade
    }
    #expect(grades == [.warning, .ok])
  }

  @Test func `connections beyond all numbers are a warning, and only a gateway's`() {
    var values = HealthyFacts.values
    values["COUNTERSIGN_MAX_CONNECTIONS"] = "\(Int.max)"
    for lanes in ["1", "2"] {
      values["COUNTERSIGN_LANES"] = lanes
      let settings = DoctorSettings(sources: [values], source: "")
      let grades = [true, false].map { hasClients in
        OpenFilesCheck.finding(
          OpenFilesFacts(process: "p", limit: 1024, hasClients: hasClients), settings: settings
        ).grade
      }
      #expect(grades == [.warning, .ok])
    }
  }

  @Test func `limits and processes are read as the kernel and the supervisor write them`() {
    let limits = """
      Limit                     Soft Limit           Hard Limit           Units
      Max open files            1024                 1048576              files
      """
    #expect(OpenFilesLook.limit(limits) == 1024)
    #expect(OpenFilesLook.limit("") == nil)
    let members = PidFile.services("postgres-1 12\ngateway-1 13\nsupervisor-1 1\nadmin-2 14\n")
    #expect(members.map(\.name) == ["gateway-1", "admin-2"] && members.map(\.pid) == [13, 14])
  }
}
