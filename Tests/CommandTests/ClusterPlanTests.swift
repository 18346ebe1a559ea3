import Testing

@testable import countersign

struct ClusterPlanTests {
  private func plan(_ words: String..., environment: [String: String] = [:]) throws -> ClusterPlan {
    try plan(words, environment: environment)
  }

  private func plan(_ words: [String], environment: [String: String] = [:]) throws -> ClusterPlan {
    let parsed = try Arguments(words, options: ClusterOptions.optionNames)
    return ClusterPlan(
      home: ClusterHome(path: "/h"), place: StorePlace(path: "/p"),
      keys: KeyDirectory(path: "/h/keys"), options: try ClusterOptions(parsed),
      opsPorts: [9090, 9091], directPorts: Array(9190..<9254),
      binaries: "/b", environment: environment)
  }

  @Test func `one process of each kind runs, more by option, the gateway first`() throws {
    #expect(
      try plan().services.map(\.name) == [
        "gateway-1", "admin-1", "activation-1", "renewal-1", "verification-1",
      ])
    let more = try plan("--verification", "3", "--gateway", "2").services.map(\.name)
    #expect(more.prefix(2) == ["gateway-1", "gateway-2"])
    #expect(more.suffix(3) == ["verification-1", "verification-2", "verification-3"])
  }

  @Test func `a gateway knows no secret and no store`() throws {
    let settings = try plan("--port", "18080").settings(.gateway, 1)
    #expect(
      settings == [
        "COUNTERSIGN_HOME": "/h", "COUNTERSIGN_SUPERVISED": "/h", "COUNTERSIGN_LANES": "1",
        "COUNTERSIGN_LISTEN": "127.0.0.1:18080", "COUNTERSIGN_OPS": "127.0.0.1:9090",
        "COUNTERSIGN_BUS": "ipc:///p/bus/gateway-1",
        "COUNTERSIGN_KEY_SET_FILE": "/h/keys/key-set.json",
      ])
  }

  @Test func `with a certificate gateways speak HTTPS, and their URL says so`() throws {
    let secure = try plan("--tls-cert-file", "/c", "--tls-key-file", "/k")
    #expect(secure.url == "https://127.0.0.1:8080")
    let settings = secure.settings(.gateway, 1)
    #expect(settings["COUNTERSIGN_TLS_CERT_FILE"] == "/c")
    #expect(settings["COUNTERSIGN_TLS_KEY_FILE"] == "/k")
    #expect(secure.settings(.renewal, 1)["COUNTERSIGN_TLS_KEY_FILE"] == nil)
    #expect(try plan().url == "http://127.0.0.1:8080" && secure.opsURL == "http://127.0.0.1:9090")
  }

  @Test func `a large batch of codes keeps no revocation waiting: admin has two lanes`() throws {
    #expect(try plan().settings(.admin, 1)["COUNTERSIGN_LANES"] == "2")
    #expect(try plan("--lanes", "3").settings(.admin, 1)["COUNTERSIGN_LANES"] == "3")
    #expect(try plan().settings(.verification, 1)["COUNTERSIGN_LANES"] == "1")
  }

  @Test(arguments: [ProcessKind.activation, .renewal])
  func `commits wait together: who writes has eight lanes, unless it is told`(kind: ProcessKind)
    throws
  {
    func lanes(_ words: String...) throws -> String? {
      try plan(words).settings(kind, 1)["COUNTERSIGN_LANES"]
    }
    #expect(try lanes() == "8")
    #expect(try lanes("--lanes", "9") == "9")
    #expect(try lanes("--writer-lanes", "2") == "2")
    #expect(try lanes("--lanes", "9", "--writer-lanes", "1") == "1")
    #expect(try plan("--writer-lanes", "4").settings(.verification, 1)["COUNTERSIGN_LANES"] == "1")
  }

  @Test func `administration holds the master key alone`() throws {
    let settings = try plan().settings(.admin, 1)
    #expect(settings["COUNTERSIGN_MASTER_KEY_FILE"] == "/h/keys/master.keys")
    #expect(settings["COUNTERSIGN_TOKEN_KEY_FILE"] == nil)
    #expect(settings["COUNTERSIGN_SIGNING_KEY_FILE"] == nil)
    #expect(settings["COUNTERSIGN_HINT_ENDPOINT"] == "ipc:///p/bus/hints-1")
  }

  @Test(arguments: [ProcessKind.activation, .renewal, .verification])
  func `workers get their keys and stores by the paths of files`(kind: ProcessKind) throws {
    let settings = try plan().settings(kind, 1)
    #expect(settings["COUNTERSIGN_MASTER_KEY_FILE"] == "/h/keys/master.keys")
    #expect(settings["COUNTERSIGN_TOKEN_KEY_FILE"] == "/h/keys/token.keys")
    #expect(settings["COUNTERSIGN_SIGNING_KEY_FILE"] == "/h/keys/signing.pem")
    #expect(settings["DATABASE_URL_FILE"] == "/h/secrets/database-url")
    #expect(settings["REDIS_URL_FILE"] == "/h/secrets/redis-url")
    #expect(settings["DATABASE_URL"] == nil && settings["REDIS_URL"] == nil)
  }

  @Test func `a worker connects to each lane of each gateway, and hears each administration`()
    throws
  {
    let settings = try plan("--gateway", "2", "--lanes", "2", "--admin", "2")
      .settings(.renewal, 1)
    #expect(
      settings["COUNTERSIGN_GATEWAYS"]
        == "ipc:///p/bus/gateway-1,ipc:///p/bus/gateway-1.1,"
        + "ipc:///p/bus/gateway-2,ipc:///p/bus/gateway-2.1")
    #expect(settings["COUNTERSIGN_HINTS"] == "ipc:///p/bus/hints-1,ipc:///p/bus/hints-2")
    #expect(settings["COUNTERSIGN_LANES"] == "8")
  }

  @Test func `no process finds a secret in its environment`() throws {
    let secrets = [
      "COUNTERSIGN_OPERATOR_KEY": "csk_x", "DATABASE_URL": "postgresql://u:p@h/d",
      "REDIS_URL": "redis://:p@h", "PGPASSWORD": "p", "TZ": "UTC",
    ]
    for service in try plan(environment: secrets).services {
      let environment = service.command.environment
      for name in ["COUNTERSIGN_OPERATOR_KEY", "DATABASE_URL", "REDIS_URL", "PGPASSWORD"] {
        #expect(environment[name] == nil)
      }
      #expect(environment["TZ"] == "UTC")
    }
  }

  @Test(arguments: [
    ["--verification", "0"], ["--verification", "65"], ["--port", "0"], ["--lanes", "many"],
    ["--writer-lanes", "0"],
    ["--port", "65535", "--gateway", "2"], ["--ops-port", "65535", "--gateway", "2"],
    ["--direct-port", "65535", "--lanes", "2"],
  ])
  func `counts and ports out of range are refused`(words: [String]) throws {
    let parsed = try Arguments(words, options: ClusterOptions.optionNames)
    #expect(throws: UsageFault.self) { try ClusterOptions(parsed) }
  }

  @Test func `each lane of verification has an endpoint for direct clients, each process a key`()
    throws
  {
    let plan = try plan("--verification", "2", "--lanes", "2")
    let settings = plan.settings(.verification, 2)
    #expect(
      settings["COUNTERSIGN_DIRECT_LISTEN"] == "tcp://127.0.0.1:9192,tcp://127.0.0.1:9193")
    #expect(settings["COUNTERSIGN_DIRECT_KEY_FILE"] == "/h/keys/direct/verification-2.key")
    #expect(settings["COUNTERSIGN_DIRECT_CLIENTS_FILE"] == "/h/keys/direct/clients")
    #expect(plan.settings(.renewal, 1)["COUNTERSIGN_DIRECT_LISTEN"] == nil)
  }
}
