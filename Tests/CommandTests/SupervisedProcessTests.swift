import ChildProcesses
import Glibc
import Testing

@testable import countersign

struct SupervisedProcessTests {
  private func shell(_ script: String, saysWhenReady: Bool = true) -> SupervisedProcess {
    SupervisedProcess(
      ProcessPlan(
        name: "test-1", stage: .workers,
        command: ChildCommand(
          "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"]),
        saysWhenReady: saysWhenReady))
  }

  private func nextNews(_ process: SupervisedProcess) throws -> SupervisedProcess.News {
    var news: [SupervisedProcess.News] = []
    #expect(
      Waiting.until(milliseconds: 20_000) {
        news = process.look()
        return !news.isEmpty
      })
    return try #require(news.first)
  }

  @Test func `a process says when it is ready, by its descriptor 3`() throws {
    let process = shell(#"echo "{\"ready\":true}" >&"$COUNTERSIGN_READY_FD"; exec sleep 60"#)
    try process.start()
    #expect(try nextNews(process) == .ready)
    process.end()
    #expect(Waiting.until(milliseconds: 10_000) { process.isGone })
  }

  @Test func `a process that ends is started again after its delay`() throws {
    let process = shell("exit 3")
    try process.start()
    let first = try #require(process.pid)
    guard case .ended(.exited(3), let delay) = try nextNews(process) else {
      Issue.record("The end was not told.")
      return
    }
    #expect((187...250).contains(delay))
    #expect(process.pid == nil)
    #expect(try nextNews(process) == .restarted)
    #expect(process.pid != first)
  }

  @Test func `a process that is stopped is not started again`() throws {
    let process = shell("exec sleep 60", saysWhenReady: false)
    try process.start()
    process.beginStop()
    #expect(Waiting.until(milliseconds: 10_000) { process.isGone })
    #expect(process.look().isEmpty)
  }
}
