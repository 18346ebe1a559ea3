import Testing

@testable import countersign

struct TakenPortsTests {
  private func fault(_ words: String..., taken: Set<Int> = []) throws -> String? {
    let parsed = try Arguments(words, options: ClusterOptions.optionNames)
    let options = try ClusterOptions(parsed)
    do throws(CommandFault) {
      try TakenPorts.refuse(options) { !taken.contains($0) }
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: ["--port", "--ops-port", "--direct-port"])
  func `a port that is taken is told with the option that changes it`(option: String) throws {
    #expect(
      try fault(option, "7001", taken: [7001])
        == "port 7001 is taken; choose another by \(option)")
    #expect(try fault(option, "7001") == nil)
  }

  @Test func `each process has a port of its own, and all are looked at`() throws {
    #expect(
      try fault("--ops-port", "7001", "--gateway", "3", taken: [7003])?.contains("7003") == true)
    #expect(try fault("--direct-port", "7001", "--lanes", "2", taken: [7002]) != nil)
    #expect(try fault("--direct-port", "7001", "--lanes", "2", taken: [7003]) == nil)
  }

  @Test func `ports that nobody named are chosen among those that are free`() throws {
    #expect(try fault("--port", "7001", taken: [9090, 9190]) == nil)
  }

  @Test func `two options do not come to one port`() throws {
    #expect(
      try fault("--port", "7001", "--gateway", "2", "--ops-port", "7002")
        == "--port and --ops-port both come to port 7002")
  }
}
