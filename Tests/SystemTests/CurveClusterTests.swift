import TestFiles
import Foundation
import TestClient
import TestCluster
import Testing
import ZeroMQ

extension SystemTests {
  /// Processes that speak TCP and CURVE with each other, as on several hosts, beside a cluster that
  /// lends its stores and keys.
  @Suite struct CurveClusterTests {
    let cluster: Cluster
    let folder: TemporaryFolder
    let hosts: CurveHosts

    init() throws {
      cluster = try Cluster()
      folder = TemporaryFolder()
      hosts = try CurveHosts(cluster, folder.path)
    }

    @Test func `a cluster over TCP and CURVE serves all calls, and heeds its list`() throws {
      try hosts.startAll()
      let isReady = Patience.wait(upTo: 60) { (try? hosts.http.get("/readyz"))?.status == 200 }
      try #require(isReady, "\(hosts.logs)")
      let far = Operator(hosts.http, key: cluster.operator.key)
      let app = try far.makeApp()
      let license = try far.makeLicense(app)
      let device = Device.fresh()
      let activation = try app.activate(license["code"].string ?? "", device)
      #expect(activation.status == 200)
      let token = activation.json["token"]["access_token"].string ?? ""
      let verdict = try app.verify(token, device)
      #expect(verdict.status == 200 && verdict.json["code"].string == "VALID")
      #expect(try app.renew(license["code"].string ?? "", device).status == 200)

      // Verification's key is taken off: nobody serves it any more, and all else goes on.
      try hosts.writeList(without: "verification")
      let isRefused = try Patience.wait(upTo: 20) {
        try app.verify(token, device).code == "SERVICE_UNAVAILABLE"
      }
      #expect(isRefused)
      #expect(try far.get("/admin/v1/apps").status == 200)
      try hosts.writeList()
      let isBack = try Patience.wait(upTo: 60) { try app.verify(token, device).status == 200 }
      #expect(isBack, "\(hosts.logs)")
    }

    @Test func `who announces another service than its line says serves nothing`() throws {
      // The key that may announce renewal runs as verification.
      try hosts.startAll(except: ["verification"])
      let liar = try hosts.start("verification", key: "renewal")
      let isNamed = Patience.wait(upTo: 60) {
        hosts.logs.contains("A worker announced what its key may not.")
      }
      #expect(isNamed, "\(hosts.logs)")
      #expect(liar.exitStatus == nil)
      // The others may still be on their way.
      let onlyItIsMissing = try Patience.wait(upTo: 60) {
        let ready = try hosts.http.get("/readyz")
        return ready.status == 503
          && ready.json["missing"].items.map(\.string) == ["verification"]
      }
      #expect(onlyItIsMissing, "\(hosts.logs)")
    }

    @Test(arguments: ["gateway", "admin", "verification"])
    func `over TCP no process starts without CURVE`(kind: String) throws {
      var settings = try hosts.settings(kind)
      for name in ["KEY_FILE", "PEERS_FILE"] { settings["COUNTERSIGN_BUS_\(name)"] = nil }
      for name in ["GATEWAY_KEYS", "HINT_KEYS"] { settings["COUNTERSIGN_\(name)"] = nil }
      let ended = try ChildProcess.run(
        "\(Binaries.folder)/countersign-\(kind)", [], environment: settings)
      #expect(ended.status == 78)
      #expect(ended.errors.contains("needs CURVE"))
    }
  }
}

/// One gateway and one worker of each kind, their keys and their list.
final class CurveHosts {
  static let workers = ["admin", "activation", "renewal", "verification"]
  let http: HTTPCaller
  private let cluster: Cluster
  private let folder: String
  private let ports: [String: UInt16]
  private var publicKeys: [String: String] = [:]
  private var running: [ChildProcess] = []

  init(_ cluster: Cluster, _ folder: String) throws {
    self.cluster = cluster
    self.folder = folder
    var ports: [String: UInt16] = [:]
    for name in ["http", "ops", "bus", "hints"] { ports[name] = try FreePort.find() }
    self.ports = ports
    http = HTTPCaller(Endpoint(host: "127.0.0.1", port: ports["http"] ?? 0))
    for kind in ["gateway"] + Self.workers {
      let made = try cluster.countersign("keys", "--dir", "\(folder)/keys", "--bus", kind)
      guard made.status == 0 else { throw ClusterFault.cannotStart(made.errors) }
      let text = TextFile.read("\(folder)/keys/bus/\(kind).pub")
      publicKeys[kind] = text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    try writeList()
  }

  deinit {
    for process in running { process.signal(SIGTERM) }
    for process in running where process.waitForExit(upTo: 30) == nil { process.signal(SIGKILL) }
  }

  /// One list for the gateway and for administration, in effect a second later.
  func writeList(without removed: String? = nil) throws {
    let lines = Self.workers.filter { $0 != removed }.map {
      "\(publicKeys[$0] ?? "") \($0)-1 announce=\($0) hear=hints\n"
    }
    let list = "\(folder)/peers"
    try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: list), options: .atomic)
  }

  func startAll(except missing: Set<String> = []) throws {
    for kind in ["gateway"] + Self.workers where !missing.contains(kind) { try start(kind) }
  }

  /// - Parameter key: whose key it has, if not its own.
  @discardableResult
  func start(_ kind: String, key: String? = nil) throws -> ChildProcess {
    let log = "\(folder)/\(kind).log"
    let process = try ChildProcess(
      "\(Binaries.folder)/countersign-\(kind)", [], environment: try settings(kind, key: key),
      outputPath: log, errorPath: log)
    running.append(process)
    return process
  }

  var logs: String {
    (["gateway"] + Self.workers).map { TextFile.read("\(folder)/\($0).log") }.joined()
  }

  func settings(_ kind: String, key: String? = nil) throws -> [String: String] {
    var settings = [
      "PATH": "/usr/bin:/bin",
      "COUNTERSIGN_BUS_KEY_FILE": "\(folder)/keys/bus/\(key ?? kind).key",
    ]
    if kind == "gateway" || kind == "admin" {
      settings["COUNTERSIGN_BUS_PEERS_FILE"] = "\(folder)/peers"
    }
    let own = kind == "gateway" ? gatewaySettings : workerSettings(kind)
    return settings.merging(own) { $1 }
  }

  private func address(_ name: String) -> String { "127.0.0.1:\(ports[name] ?? 0)" }

  private var gatewaySettings: [String: String] {
    [
      "COUNTERSIGN_LISTEN": address("http"), "COUNTERSIGN_OPS": address("ops"),
      "COUNTERSIGN_BUS": "tcp://\(address("bus"))",
    ]
  }

  private func workerSettings(_ kind: String) -> [String: String] {
    var settings = [
      "COUNTERSIGN_GATEWAYS": "tcp://\(address("bus"))",
      "COUNTERSIGN_GATEWAY_KEYS": publicKeys["gateway"] ?? "",
      "COUNTERSIGN_MASTER_KEY_FILE": "\(cluster.home)/keys/master.keys",
      "DATABASE_URL_FILE": "\(cluster.home)/secrets/database-url",
      "REDIS_URL_FILE": "\(cluster.home)/secrets/redis-url",
    ]
    if kind == "admin" {
      settings["COUNTERSIGN_HINT_ENDPOINT"] = "tcp://\(address("hints"))"
    } else {
      settings["COUNTERSIGN_HINTS"] = "tcp://\(address("hints"))"
      settings["COUNTERSIGN_HINT_KEYS"] = publicKeys["admin"] ?? ""
      settings["COUNTERSIGN_TOKEN_KEY_FILE"] = "\(cluster.home)/keys/token.keys"
      settings["COUNTERSIGN_SIGNING_KEY_FILE"] = "\(cluster.home)/keys/signing.pem"
    }
    return settings
  }
}
