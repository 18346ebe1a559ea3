import ChildProcesses
import Glibc
import Instants
import TestFiles
import Testing

@testable import countersign

/// No key takes over or goes while a process runs that has not read the file as it is.
struct KeyReadersTests {
  private let changedAt = UnixMilliseconds(1_796_000_000_000)

  private func refusal(
    startedAfterMilliseconds: [Int64]?, isConfirmed: Bool = false
  ) -> String? {
    let running = startedAfterMilliseconds?.enumerated().map { index, milliseconds in
      KeyReaders.Process(
        name: "renewal-\(index + 1)", pid: 7,
        startedAt: UnixMilliseconds(changedAt.value + milliseconds))
    }
    let readers = KeyReaders(kind: .master, file: "/k", changedAt: changedAt, running: running)
    return readers.refusal(isConfirmed: isConfirmed)?.description
  }

  @Test func `a process from before the change is named, whatever a person says`() {
    for isConfirmed in [false, true] {
      let said = refusal(startedAfterMilliseconds: [21, -1, 20], isConfirmed: isConfirmed)
      #expect(said?.hasPrefix("renewal-2 (pid 7), renewal-3 (pid 7) ran before /k") == true)
      #expect(said?.hasSuffix("start them anew, then run this again") == true)
    }
    #expect(refusal(startedAfterMilliseconds: [21]) == nil)
    #expect(refusal(startedAfterMilliseconds: []) == nil)
  }

  @Test func `where no processes are seen a person has to say it`() {
    let said = refusal(startedAfterMilliseconds: nil)
    #expect(said?.contains("admin, activation, renewal and verification") == true)
    #expect(said?.hasSuffix("with --restarted") == true)
    #expect(refusal(startedAfterMilliseconds: nil, isConfirmed: true) == nil)
  }

  @Test func `each kind is read by its own processes`() {
    #expect(KeyKind.master.isRead(by: "admin-1") && !KeyKind.token.isRead(by: "admin-1"))
    for kind in KeyKind.allCases {
      #expect(kind.isRead(by: "verification-2") && !kind.isRead(by: "gateway-1"))
    }
  }

  @Test func `a home's processes are found with their start, and those of other keys are not`()
    throws
  {
    let home = ClusterHome(path: TemporaryFolder().path + "/h")
    let directory = TemporaryFolder()
    let cluster = ClusterHome(path: directory.path)
    try cluster.prepare()
    let keys = KeyDirectory(path: cluster.keys)
    _ = try keys.makeMissing(now: SystemTimeSource().now())
    #expect(try KeyReaders.find(.token, keys, home).running == nil)
    #expect(try KeyReaders.find(.token, keys, cluster).running == nil)
    let program = directory.path + "/countersign-renewal"
    _ = try ChildRun.output(of: ChildCommand("/bin/cp", ["/bin/sleep", program]))
    func start() throws -> ChildProcess {
      let child = try ChildProcess.start(ChildCommand(program, ["60"]))
      // Its name is its own once it became the program.
      try #require(
        Waiting.until(milliseconds: 10_000) {
          ProcessTable.name(of: child.pid)?.hasPrefix("countersign-") == true
        })
      try Files.write("renewal-1 \(child.pid)\npostgres-1 1\n", to: cluster.pidFile)
      return child
    }
    let old = try start()
    defer { old.send(signal: SIGKILL) }
    try keys.write(keys.entries(of: .token), of: .token)
    let before = try KeyReaders.find(.token, keys, cluster)
    #expect(before.running?.map(\.name) == ["renewal-1"])
    #expect(before.refusal(isConfirmed: true) != nil)
    let isDone = try Waiting.until(milliseconds: 10_000) {
      let new = try start()
      defer { new.send(signal: SIGKILL) }
      return try KeyReaders.find(.token, keys, cluster).refusal(isConfirmed: false) == nil
    }
    #expect(isDone)
  }
}
