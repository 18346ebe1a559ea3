import TestFiles
import ChildProcesses
import Glibc
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
