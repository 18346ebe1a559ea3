import Foundation
import TestClient
import TestCluster
import TestFiles
import Testing

extension SystemTests {
  /// A cluster that is started again over a home whose keys are not all there.
  @Suite struct HomeKeysTests {
    private let folder = TemporaryFolder()
    private var home: String { folder.path + "/home" }
    private var keys: String { home + "/keys" }

    @discardableResult
    private func countersign(_ words: String...) throws -> (
      status: Int32, output: String, errors: String
    ) {
      try ChildProcess.run(
        Binaries.countersign, words,
        environment: ["PATH": "/usr/bin:/bin", "COUNTERSIGN_HOME": home], upTo: 120)
    }

    private func up() throws -> (status: Int32, said: String) {
      let called = try countersign("up", "--detach", "--port", "\(FreePort.find())")
      return (called.status, called.output + called.errors)
    }

    private func makeScene() throws {
      let environment = TextFile.readEnvironment(home + "/env")
      let http = HTTPCaller(
        try #require(environment["COUNTERSIGN_URL"].flatMap(Endpoint.init(url:))))
      let admin = Operator(http, key: environment["COUNTERSIGN_OPERATOR_KEY"] ?? "")
      let app = try admin.makeApp([:])
      let license = try admin.makeLicense(app, [:])
      let activated = try app.activate(license["code"].string ?? "", .fresh())
      #expect(activated.status == 200)
    }

    private func exists(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(keys)/\(name)")
    }

    private func move(_ name: String, _ other: String) throws {
      try FileManager.default.moveItem(atPath: "\(keys)/\(name)", toPath: "\(keys)/\(other)")
    }

    @Test func `it starts without its root key, and not with other keys than its database's`()
      throws
    {
      defer { _ = try? countersign("down") }
      #expect(try up().status == 0)
      let root = TextFile.readEnvironment(home + "/env")["COUNTERSIGN_ROOT_KEY"]
      try makeScene()
      try countersign("down")
      let down = try countersign("doctor")
      #expect(down.output.hasPrefix("fault    cluster.running"), "\(down.output)")
      try FileManager.default.removeItem(atPath: keys + "/root.pem")
      for name in ["master.keys", "token.keys"] {
        try move(name, name + ".away")
        let refused = try up()
        #expect(refused.status == 1 && refused.said.contains("restore \(keys)/\(name) from"))
        #expect(!refused.said.contains("the cluster is ready"))
        #expect(!exists(name), "what was made is taken back")
        try move(name + ".away", name)
      }
      let again = try up()
      #expect(again.status == 0, "\(again.said)")
      #expect(TextFile.readEnvironment(home + "/env")["COUNTERSIGN_ROOT_KEY"] == root)
      #expect(!exists("root.pem"))
      #expect(try countersign("doctor").status == 0)
    }
  }
}
