import TestFiles
import Foundation
import Synchronization
import TestClient

/// A whole cluster of the built binaries: `countersign up` in a home of its own, and down again.
public final class Cluster: Sendable {
  public let home: String
  /// What `countersign up` wrote to `env`.
  public let environment: [String: String]
  public let http: HTTPCaller
  public let ops: HTTPCaller
  public let `operator`: Operator

  private let folder: TemporaryFolder
  private let settings: [String: String]
  private let guardian: Guardian
  private let supervisor: ChildProcess
  private let hasStopped = Atomic<Bool>(false)

  public static let readySeconds = 120.0

  public init(_ options: ClusterOptions = ClusterOptions()) throws {
    folder = TemporaryFolder()
    home = folder.path + "/home"
    var settings = Self.inherited.merging(options.environment) { $1 }
    settings["COUNTERSIGN_HOME"] = home
    self.settings = settings
    guardian = try Guardian(home: home, folder: folder.path, environment: settings)
    supervisor = try ChildProcess(
      Binaries.countersign, ["up", "--port", String(try FreePort.find())] + options.arguments,
      environment: settings, outputPath: folder.path + "/up.log",
      errorPath: folder.path + "/up.log")
    let environment: [String: String]
    do {
      environment = try Self.waitUntilReady(home, supervisor, log: folder.path + "/up.log")
    } catch {
      Self.end(home, settings, supervisor)
      throw error
    }
    self.environment = environment
    http = HTTPCaller(try Self.endpoint(environment, "COUNTERSIGN_URL"))
    ops = HTTPCaller(try Self.endpoint(environment, "COUNTERSIGN_OPS_URL"))
    `operator` = Operator(http, key: environment["COUNTERSIGN_OPERATOR_KEY"] ?? "")
    rememberOwnSecrets()
  }

  deinit { stop() }

  /// `countersign down`, and a search for every secret of this run; harmless the second time.
  public func stop() {
    guard !hasStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let exhibits = self.exhibits()
    Self.end(home, settings, supervisor)
    for leak in leaks(exhibits) { LeakAlarm.raise(leak) }
  }

  /// What `countersign up` said, every log below the home, and nothing of the stores' own data.
  public var logs: [(path: String, text: String)] {
    logPaths.map { ($0, TextFile.read($0)) }
  }

  var logPaths: [String] {
    (TextFile.all(below: home) + [folder.path + "/up.log"])
      .filter { $0.hasSuffix(".log") || $0.contains("/log") }
  }

  /// Runs the command against this cluster's home.
  public func countersign(_ arguments: String...) throws -> (
    status: Int32, output: String, errors: String
  ) {
    try ChildProcess.run(Binaries.countersign, arguments, environment: settings)
  }

  /// `countersign key add`, and a caller that uses the key.
  public func makeOperator(_ options: String...) throws -> Operator {
    let arguments = ["key", "add", "--name", "test-\(UUID().uuidString)"] + options
    let made = try ChildProcess.run(Binaries.countersign, arguments, environment: settings)
    let words = made.output.split { $0.isWhitespace || "\"'".contains($0) }
    guard made.status == 0, let key = words.first(where: { $0.hasPrefix("csk_") }) else {
      throw ClusterFault.cannotStart("key add: \(made.status) \(made.errors)")
    }
    return Operator(http, key: String(key))
  }

  public var rootKey: [UInt8] {
    Base64URL.bytes(environment["COUNTERSIGN_ROOT_KEY"] ?? "") ?? []
  }

  public func keySet() throws -> KeySet {
    try KeySet(
      document: try http.get("/.well-known/countersign-keys").json, rootKey: rootKey)
  }

  public func redis() throws -> RedisConnection {
    try RedisConnection(url: environment["REDIS_URL"] ?? "")
  }

  /// Takes licence values out of Redis, so that the next verdict reads the row. Harmless to others.
  public func forgetLicenses() throws { try forget("l") }

  /// Takes bindings and slid ends out of Redis, so that the next verdict reads the rows.
  public func forgetBindings() throws {
    try forget("b")
    try forget("e")
  }

  private func forget(_ kind: String) throws {
    let redis = try redis()
    let keys = try redis.keys("cs:*:\(kind):*")
    if !keys.isEmpty { try redis.call(["DEL"] + keys) }
  }

  private static var inherited: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      !name.hasPrefix("COUNTERSIGN_") && name != "DATABASE_URL" && name != "REDIS_URL"
    }
  }

  private static func endpoint(
    _ environment: [String: String], _ name: String
  ) throws -> Endpoint {
    guard let endpoint = environment[name].flatMap(Endpoint.init(url:)) else {
      throw ClusterFault.notReady("\(name) is missing in env")
    }
    return endpoint
  }

  private static func waitUntilReady(
    _ home: String, _ supervisor: ChildProcess, log: String
  ) throws -> [String: String] {
    let ready = Patience.wait(upTo: readySeconds) { () -> Result<[String: String], ClusterFault>? in
      if let status = supervisor.exitStatus, status != 0 {
        return .failure(.notReady("countersign up ended with \(status): \(TextFile.read(log))"))
      }
      let environment = TextFile.readEnvironment(home + "/env")
      guard let endpoint = environment["COUNTERSIGN_URL"].flatMap(Endpoint.init(url:)),
        (try? HTTPCaller(endpoint).get("/readyz"))?.status == 200
      else { return nil }
      return .success(environment)
    }
    guard let ready else {
      throw ClusterFault.notReady("no /readyz in \(readySeconds) s: \(TextFile.read(log))")
    }
    return try ready.get()
  }

  private static func end(
    _ home: String, _ settings: [String: String], _ supervisor: ChildProcess
  ) {
    _ = try? ChildProcess.run(Binaries.countersign, ["down"], environment: settings)
    if supervisor.waitForExit(upTo: 30) == nil { supervisor.signal(SIGKILL) }
  }
}
