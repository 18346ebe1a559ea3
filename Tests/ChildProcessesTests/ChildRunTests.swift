import ChildProcesses
import Testing

struct ChildRunTests {
  @Test func `a child's output is its result`() throws {
    let text = try ChildRun.output(of: ChildCommand("/bin/echo", ["hello"]))
    #expect(text == "hello\n")
  }

  @Test func `a child sees the given environment only`() throws {
    let text = try ChildRun.output(of: ChildCommand("/usr/bin/env", environment: ["A": "1"]))
    #expect(text == "A=1\n")
  }

  @Test func `a child has no descriptor of its parent but the three it was given`() throws {
    let text = try ChildRun.output(of: ChildCommand("/bin/ls", ["/proc/self/fd"]))
    // The fourth is the listing's own.
    #expect(text == "0\n1\n2\n3\n")
  }

  @Test func `a child runs in the given directory`() throws {
    #expect(try ChildRun.output(of: ChildCommand("/bin/pwd", directory: "/usr")) == "/usr\n")
  }

  @Test func `a child that fails throws its status and its last words`() {
    #expect(
      throws: ChildFault(
        executable: "/bin/ls",
        reason: .failed(
          .exited(2),
          lastWords: "/bin/ls: cannot access '/nowhere': No such file or directory"))
    ) {
      try ChildRun.output(of: ChildCommand("/bin/ls", ["/nowhere"]))
    }
  }

  @Test func `a program that is not there throws at once`() {
    #expect(
      throws: ChildFault(executable: "/bin/nothing", reason: .notStarted(errorNumber: 2))
    ) {
      try ChildRun.output(of: ChildCommand("/bin/nothing"))
    }
  }

  @Test func `a child that outlives its limit is ended`() {
    #expect(throws: ChildFault(executable: "/bin/sleep", reason: .timedOut)) {
      try ChildRun.output(of: ChildCommand("/bin/sleep", ["60"]), withinSeconds: 0)
    }
  }

  @Test func `much output on both descriptors does not stop a child`() throws {
    let script = "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero"
    let text = try ChildRun.output(of: ChildCommand("/bin/sh", ["-c", script]))
    #expect(text.utf8.count == 300_000)
  }
}
