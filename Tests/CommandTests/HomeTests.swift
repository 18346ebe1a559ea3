import TestFiles
import ChildProcesses
import Glibc
import ServiceKit
import Testing

@testable import countersign

struct HomeTests {
  @Test func `the home is named by the environment, else .run in the current folder`() {
    #expect(ClusterHome(environment: ["COUNTERSIGN_HOME": "/a/../b/./c/"]).path == "/b/c")
    #expect(ClusterHome(environment: [:]).path.hasSuffix("/.run"))
    #expect(ClusterHome(environment: ["COUNTERSIGN_HOME": ""]).path.hasSuffix("/.run"))
  }

  @Test func `folders of secrets are closed, and an existing home is taken`() throws {
    let directory = TemporaryFolder()
    let home = ClusterHome(path: directory.path + "/home")
    try home.prepare()
    try home.prepare()
    #expect(directory.mode(of: "home/keys") == 0o700)
    #expect(directory.mode(of: "home/secrets") == 0o700)
    #expect(directory.mode(of: "home/log") == 0o700)
    #expect(directory.mode(of: "home") & 0o066 == 0)
  }

  @Test func `a home that others may write into is not taken`() throws {
    let directory = TemporaryFolder()
    let home = ClusterHome(path: directory.path + "/home")
    try home.prepare()
    for part in ["", "/keys", "/secrets", "/log"] {
      chmod(home.path + part, 0o777)
      #expect(throws: CommandFault.self, "\(part)") { try home.prepare() }
      chmod(home.path + part, 0o700)
    }
    try home.prepare()
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `what belongs to another user is neither a home nor a secret`() throws {
    let directory = TemporaryFolder()
    let home = ClusterHome(path: directory.path + "/home")
    try home.prepare()
    let file = home.keys + "/token.keys"
    try Files.write("1 x", to: file)
    _ = try FileContents.read(file, secret: true)
    for path in [home.path, home.keys, home.secrets, file] { chown(path, 65_534, 65_534) }
    #expect(throws: FileFault(path: file, reason: .ownedByAnother)) {
      try FileContents.read(file, secret: true)
    }
    for path in [home.path, home.keys] {
      #expect(throws: CommandFault.self) { try home.prepare() }
      chown(path, 0, 0)
    }
    #expect(throws: CommandFault.self, "its secrets are still another's") { try home.prepare() }
  }

  @Test func `a file is replaced whole and closed`() throws {
    let directory = TemporaryFolder()
    try Files.write("one", to: directory.path + "/f")
    try Files.write("two", to: directory.path + "/f")
    #expect(Files.text(directory.path + "/f") == "two")
    #expect(directory.mode(of: "f") == 0o600)
    #expect(Files.names(in: directory.path) == ["f"])
  }

  @Test func `a shell reads back what the environment's file says`() throws {
    let directory = TemporaryFolder()
    let value = #"it's $HOME `x` "q" \n"#
    let text = EnvironmentFile.text([("A", value), ("B", "plain")])
    try Files.write(text, to: directory.path + "/env")
    let echoed = try ChildRun.output(
      of: ChildCommand(
        "/bin/sh", ["-c", ". \(directory.path)/env; printf '%s|%s' \"$A\" \"$B\""]))
    #expect(echoed == value + "|plain")
    #expect(EnvironmentFile.parse(text) == ["A": value, "B": "plain"])
  }

  @Test func `nobody holds the lock of a home without a cluster`() throws {
    let directory = TemporaryFolder()
    let home = ClusterHome(path: directory.path)
    #expect(HomeLock.holder(home) == nil)
    #expect(try HomeLock.take(home) != nil)
  }

  @Test func `a process of another name is no leftover`() throws {
    let directory = TemporaryFolder()
    let home = ClusterHome(path: directory.path)
    let stranger = try ChildProcess.start(
      ChildCommand("/bin/sleep", ["60"], environment: [Leftovers.marker: home.path]))
    defer { stranger.send(signal: SIGKILL) }
    #expect(try Leftovers(home: home, place: StorePlace(path: home.path)).end() == 0)
    #expect(stranger.exitStatus == nil)
  }
}
