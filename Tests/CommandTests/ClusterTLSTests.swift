import TestFiles
import Testing

@testable import countersign

struct ClusterTLSTests {
  private func tls(_ words: [String], _ environment: [String: String] = [:]) throws -> ClusterTLS? {
    let parsed = try Arguments(words, options: ClusterOptions.optionNames)
    return try ClusterOptions(parsed, environment: environment).tls
  }

  @Test func `an option goes before the environment, that before the file of settings`() throws {
    let file = TemporaryFile("COUNTERSIGN_TLS_CERT_FILE=/c3\nCOUNTERSIGN_TLS_KEY_FILE='/k3'\n")
    let config = ["COUNTERSIGN_CONFIG": file.path]
    let named = ["COUNTERSIGN_TLS_CERT_FILE": "/c2", "COUNTERSIGN_TLS_KEY_FILE": "/k2"]
    #expect(
      try tls(["--tls-cert-file", "/c1", "--tls-key=/k1"], named)
        == ClusterTLS(certificate: "/c1", key: "/k1"))
    #expect(try tls([], config.merging(named) { $1 })?.certificate == "/c2")
    #expect(try tls([], config) == ClusterTLS(certificate: "/c3", key: "/k3"))
    #expect(try tls([]) == nil)
  }

  @Test(arguments: [
    ["--tls-cert", "/c"], ["--tls-key-file", "/k"],
    ["--tls-cert", "/c", "--tls-cert-file", "/c", "--tls-key", "/k"],
  ])
  func `half a pair, or one twice, is refused`(words: [String]) {
    #expect(throws: UsageFault.self) { try tls(words) }
  }

  @Test func `paths hold in any folder`() throws {
    let here = Files.absolute(".")
    #expect(try tls(["--tls-cert", "c", "--tls-key", "./k"])?.key == here + "/k")
    #expect(
      ClusterTLS.withAbsolutePaths(["--port", "1", "--tls-cert", "c", "--tls-key-file=k", "x"])
        == ["--port", "1", "--tls-cert", here + "/c", "--tls-key-file=" + here + "/k", "x"])
  }
}
