import Testing

@testable import countersign

struct RunningOptionsTests {
  private func options(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> ClusterOptions {
    let parsed = try Arguments(words, options: ClusterOptions.optionNames)
    return try ClusterOptions(parsed, environment: environment)
  }

  private func differences(_ running: [String], _ asked: [String]) throws -> [String] {
    let text = RunningOptions.text(try options(running), opsPort: 9090, directPort: 9190)
    return RunningOptions.differences(try options(asked), from: text)
  }

  @Test func `what a second call asks for otherwise is told, option by option`() throws {
    #expect(
      try differences(
        ["--port", "7000", "--renewal", "2"],
        ["--port", "7001", "--renewal", "3", "--ops-port", "9090", "--lanes", "1"])
        == ["--port is 7000 there, not 7001", "--renewal is 2 there, not 3"])
    #expect(
      try differences([], ["--tls-cert", "/c", "--tls-key", "/k"]) == [
        "--tls-cert-file is not set there, not /c", "--tls-key-file is not set there, not /k",
      ])
  }

  @Test func `what it does not name is no difference`() throws {
    #expect(try differences(["--port", "7000", "--lanes", "3"], []) == [])
    #expect(RunningOptions.differences(try options(["--port", "1"]), from: "") == [])
  }
}
