import ChildProcesses
import Glibc
import Instants

/// One place in the cluster and the process that fills it at the moment.
final class SupervisedProcess {
  enum News: Equatable {
    case ready
    case ended(ExitStatus, restartInMilliseconds: Int64)
    case restarted
    case notStarted(String)
  }

  let plan: ProcessPlan
  private var child: ChildProcess?
  private var readyDescriptor: Int32 = -1
  private var startedAt = MonotonicTime(nanoseconds: 0)
  private var restartAt: MonotonicTime?
  private var policy = RestartPolicy()
  private let time: any TimeSource

  init(_ plan: ProcessPlan, time: any TimeSource = SystemTimeSource()) {
    self.plan = plan
    self.time = time
  }

  deinit {
    closeReadyDescriptor()
  }

  var pid: pid_t? { child?.pid }
  var isRunning: Bool { child != nil }

  func start() throws(ChildFault) {
    var command = plan.command
    var ends: [Int32] = [-1, -1]
    if plan.saysWhenReady, pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      command.extraDescriptor = ends[1]
      command.environment["COUNTERSIGN_READY_FD"] = "3"
    }
    defer { if ends[1] >= 0 { close(ends[1]) } }
    closeReadyDescriptor()
    readyDescriptor = ends[0]
    startedAt = time.monotonic()
    restartAt = nil
    child = try ChildProcess.start(command)
  }

  /// What happened since the last look, the start of a successor included.
  func look() -> [News] {
    var news: [News] = []
    if takeReadyLine() { news.append(.ready) }
    if let status = child?.exitStatus { news.append(fall(status)) }
    if let restartAt, time.monotonic() >= restartAt { news.append(restart()) }
    return news
  }

  private func fall(_ status: ExitStatus) -> News {
    child = nil
    closeReadyDescriptor()
    return .ended(status, restartInMilliseconds: scheduleRestart())
  }

  private func restart() -> News {
    do {
      try start()
      return .restarted
    } catch {
      _ = scheduleRestart()
      return .notStarted("\(error)")
    }
  }

  private func scheduleRestart() -> Int64 {
    let now = time.monotonic()
    let delay = policy.delayMilliseconds(
      lifeMilliseconds: now.milliseconds(since: startedAt), jitter: .random(in: 0...1))
    restartAt = now + delay
    return delay
  }

  private func takeReadyLine() -> Bool {
    guard readyDescriptor >= 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(readyDescriptor, &bytes, bytes.count)
    if count < 0 { return false }
    closeReadyDescriptor()
    return count > 0
  }

  private func closeReadyDescriptor() {
    if readyDescriptor >= 0 { close(readyDescriptor) }
    readyDescriptor = -1
  }

  // MARK: The end

  func beginStop() {
    restartAt = nil
    child?.send(signal: plan.stopSignal)
  }

  /// Whether the process is gone.
  var isGone: Bool {
    if child?.exitStatus != nil { child = nil }
    return child == nil
  }

  func end() {
    child?.send(signal: SIGKILL)
  }
}
