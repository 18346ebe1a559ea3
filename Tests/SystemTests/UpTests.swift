import Foundation
import TestClient
import TestCluster
import TestFiles
import TestSockets
import Testing

extension SystemTests {
  /// `countersign up` where something is not as its caller thinks: it says what, at once.
  @Suite struct UpTests {
    private let home: LoneHome

    init() throws {
      home = try LoneHome()
    }

    private func up(
      _ words: String..., with environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String, errors: String) {
      try home.countersign(["up", "--detach"] + words, environment)
    }

    private var port: String { get throws { String(try FreePort.find()) } }

    @Test func `with a certificate the cluster is ready, and clients call it by HTTPS`() throws {
      let fixture = try TLSFixture()
      try fixture.make("live")
      let started = try up(
        "--port", port, "--tls-cert-file", fixture.certificate("live"), "--tls-key-file",
        fixture.key("live"))
      #expect(started.status == 0, "\(started.errors)")
      let url = home.environment["COUNTERSIGN_URL"] ?? ""
      #expect(url.hasPrefix("https://") && started.output.contains("the cluster is ready: \(url)"))
      let arguments = [
        "--silent", "--max-time", "20", "--cacert", fixture.certificate("live"), url + "/readyz",
      ]
      #expect(try Program("/usr/bin/curl", arguments).end().text == #"{"ready":true}"#)
      let doctor = try home.countersign(["doctor"])
      #expect(doctor.status == 0, "\(doctor.output)")
      #expect(doctor.output.contains("not asked, for apps call over TLS"))
      #expect(try home.countersign(["demo", "--tls-cert", "/c", "--tls-key", "/k"]).status == 64)
    }

    @Test(arguments: ["--ops-port", "--direct-port", "--port"])
    func `a port that is taken is told before anything starts`(option: String) throws {
      let squatter = try Squatter()
      let own = try port
      let arguments = (option == "--port" ? [] : ["--port", own]) + [option, squatter.port]
      let refused = try home.countersign(["up", "--detach"] + arguments)
      #expect(refused.status == 1)
      let sentence = "port \(squatter.port) is taken; choose another by \(option)"
      #expect(refused.errors.contains(sentence), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: home.path + "/postgres/data"))
    }

    /// As on a disk that is full.
    @Test func `what keeps it from starting is told even where the log cannot be written`() throws {
      let log = home.path + "/log"
      try FileManager.default.createDirectory(
        atPath: log, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try FileManager.default.createSymbolicLink(
        atPath: log + "/supervisor-1.log", withDestinationPath: "/dev/full")
      let squatter = try Squatter()
      let refused = try up("--port", squatter.port)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("port \(squatter.port) is taken"), "\(refused.errors)")
    }

    @Test func `a Redis that may evict keys is refused, one that is away is a warning`() throws {
      let redis = try LoneRedis("--maxmemory-policy", "allkeys-lru")
      let refused = try up("--port", port, with: ["REDIS_URL": redis.url])
      #expect(refused.status == 1)
      #expect(refused.errors.contains("maxmemory-policy must be noeviction"), "\(refused.errors)")
      let warned = try up("--port", port, with: ["REDIS_URL": "redis://:planted@127.0.0.1:1"])
      #expect(warned.status == 0, "\(warned.errors)")
      #expect(warned.errors.contains("the Redis at redis://127.0.0.1:1/0 does not answer"))
      #expect(!warned.errors.contains("planted") && !warned.output.contains("planted"))
    }

    @Test func `a worker's own words are told when it refuses its configuration`() throws {
      let refused = try up("--port", port, with: ["COUNTERSIGN_CAPACITY": "many"])
      #expect(refused.status == 1)
      let sentence = "refuses its configuration: COUNTERSIGN_CAPACITY must be a whole number"
      #expect(refused.errors.contains(sentence), "\(refused.errors)")
    }

    @Test func `a second call tells what it asks for in vain, and another home is left alone`()
      throws
    {
      let first = try up("--port", port)
      #expect(first.status == 0, "\(first.errors)")
      let other = try port
      let second = try up("--port", other, "--renewal", "2")
      #expect(second.status == 0)
      #expect(second.errors.contains("there, not \(other)"), "\(second.errors)")
      #expect(second.errors.contains("--renewal is 1 there, not 2"))
      #expect(try up("--renewal", "1").errors == "")
      try lookFromAnotherHome()
    }

    /// With this home's `env` read, as a shell has it.
    private func lookFromAnotherHome() throws {
      let stranger = try LoneHome(home.environment)
      let listed = try stranger.countersign(["key", "list"])
      #expect(listed.status == 0)
      #expect(
        listed.errors.contains(
          "uses the database of \(home.path), from the environment, not that of \(stranger.path)"))
      let refused = try stranger.countersign(["up", "--detach", "--port", port])
      #expect(refused.status == 1)
      #expect(refused.errors.contains("unset DATABASE_URL"), "\(refused.errors)")
    }

    @Test func `names that a process reads are no strangers to it or to any other`() throws {
      let programs = ["gateway", "activation", "renewal", "verification", "admin"]
        .map { "\(Binaries.folder)/countersign-\($0)" }
      let names = try programs.flatMap { program in
        try ChildProcess.run(program, ["--help"], environment: [:]).output.split(separator: "\n")
          .compactMap { $0.split(separator: "(").last }
          .filter { $0.hasSuffix(")") && ($0.contains("COUNTERSIGN_") || $0.contains("_URL")) }
          .map { String($0.dropLast()) }
      }
      #expect(names.count > 60)
      let file = TemporaryFile(Set(names).map { "\($0)=\n" }.joined())
      let slip = TemporaryFile("COUNTERSIGN_LANE=2\n")
      for program in programs {
        func errors(_ path: String) throws -> String {
          try ChildProcess.run(program, [], environment: ["COUNTERSIGN_CONFIG": path]).errors
        }
        #expect(try !errors(file.path).contains("no process reads"), "\(program)")
        #expect(try errors(slip.path).contains("COUNTERSIGN_LANE"), "\(program)")
      }
    }
  }
}
