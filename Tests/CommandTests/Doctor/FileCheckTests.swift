import Glibc
import TestFiles
import Testing

@testable import countersign

struct FileCheckTests {
  @Test(
    arguments: [
      (FileFacts.Kind.secretFile, 0o600), (.secretFile, 0o400), (.publicFile, 0o644),
      (.closedFolder, 0o700), (.homeFolder, 0o711),
    ] as [(FileFacts.Kind, UInt32)])
  func `a mode that closes it to others is well`(kind: FileFacts.Kind, mode: UInt32) {
    #expect(FileCheck.finding(HealthyFacts.file(mode: mode, kind: kind), user: 7).grade == .ok)
  }

  @Test(
    arguments: [
      (FileFacts.Kind.secretFile, 0o640), (.secretFile, 0o604), (.publicFile, 0o664),
      (.closedFolder, 0o750), (.homeFolder, 0o733), (.homeFolder, 0o777),
    ] as [(FileFacts.Kind, UInt32)])
  func `a mode that opens it to others is a fault that says chmod`(
    kind: FileFacts.Kind, mode: UInt32
  ) {
    let finding = FileCheck.finding(HealthyFacts.file(mode: mode, kind: kind), user: 7)
    #expect(finding.grade == .fault && finding.check == "files.master")
    #expect(finding.remedy?.hasPrefix("chmod 0") == true)
    #expect(finding.what.contains("mode 0" + String(mode, radix: 8)))
  }

  @Test func `a home that others may list is a warning, and no secret has to be changed`() {
    let finding = FileCheck.finding(HealthyFacts.file(mode: 0o755, kind: .homeFolder), user: 7)
    #expect(finding.grade == .warning && finding.remedy == "chmod 0711 /k/master.keys")
    let folder = FileCheck.finding(HealthyFacts.file(mode: 0o777, kind: .closedFolder), user: 7)
    #expect(folder.remedy == "chmod 0700 /k/master.keys")
    let secret = FileCheck.finding(HealthyFacts.file(mode: 0o644), user: 7)
    #expect(secret.remedy?.contains("change the secret") == true)
  }

  @Test func `all that is secret in a home is looked at, and what settings name`() throws {
    let directory = TemporaryFolder()
    let home = ClusterHome(path: directory.path)
    let keys = KeyDirectory(path: home.keys)
    try home.prepare()
    _ = try keys.makeMissingBusKeys(of: "gateway-1")
    let kept = [
      keys.nextSigningFile, keys.pastFile(of: .token), keys.pastFile(of: .master),
      keys.pastFile(of: .signing), directory.path + "/tls", directory.path + "/bus",
      "\(keys.busFolder)/gateway-1.key",
    ]
    for file in kept { try Files.write("x", to: file, mode: 0o604) }
    let peers = directory.path + "/peers"
    try Files.write("x", to: peers)
    chmod(peers, 0o646)
    let settings = DoctorSettings(
      sources: [
        [
          "COUNTERSIGN_TLS_KEY_FILE": directory.path + "/tls",
          "COUNTERSIGN_BUS_KEY_FILE": directory.path + "/bus",
          "COUNTERSIGN_BUS_PEERS_FILE": peers,
        ]
      ], source: "")
    let found = FileLook(settings: settings, home: home).facts()
    let faults = found.filter { FileCheck.finding($0, user: geteuid()).grade == .fault }
    #expect(Set(faults.map(\.path)) == Set(kept + [peers]))
  }

  @Test func `it belongs to who asks, and for root to the owner of its folder`() {
    #expect(FileCheck.finding(HealthyFacts.file(owner: 8), user: 7).grade == .fault)
    #expect(FileCheck.finding(HealthyFacts.file(owner: 7), user: 0).grade == .ok)
    let foreign = FileCheck.finding(HealthyFacts.file(owner: 8), user: 0)
    #expect(foreign.grade == .fault && foreign.remedy == "chown 7 /k/master.keys")
  }

  @Test(arguments: [
    FileFacts.State.absent, .unreadable(errorNumber: 13),
    .present(mode: 0o600, owner: 7, isOfKind: false),
  ])
  func `what is not there, not to be seen or no file is a fault`(state: FileFacts.State) {
    let facts = FileFacts(
      name: "token", path: "/k/token.keys", kind: .secretFile, state: state, folderOwner: 7)
    let finding = FileCheck.finding(facts, user: 7)
    #expect(finding.grade == .fault && finding.remedy?.isEmpty == false)
  }
}
