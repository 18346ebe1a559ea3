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
      (.closedFolder, 0o750), (.homeFolder, 0o755),
    ] as [(FileFacts.Kind, UInt32)])
  func `a mode that opens it to others is a fault that says chmod`(
    kind: FileFacts.Kind, mode: UInt32
  ) {
    let finding = FileCheck.finding(HealthyFacts.file(mode: mode, kind: kind), user: 7)
    #expect(finding.grade == .fault && finding.check == "files.master")
    #expect(finding.remedy?.hasPrefix("chmod 0") == true)
    #expect(finding.what.contains("mode 0" + String(mode, radix: 8)))
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
