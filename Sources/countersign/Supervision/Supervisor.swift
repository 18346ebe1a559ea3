import ChildProcesses
import Glibc
import Instants
import ServiceKit

/// Keeps the processes of one cluster running until it is told to stop, then stops them in order.
final class Supervisor {
  /// Below the gateway's and the workers' own limit of 20 s for a drain nothing is killed.
  private static let stageMilliseconds: Int64 = 25_000
  private static let turnMilliseconds = 100
  static let announcement = "the cluster is ready"

  private let home: ClusterHome
  private var processes: [SupervisedProcess] = []
  private var signals: StopSignals
  private var isAnnounced = false
  /// Where apps call, and who tells when they can.
  private var address: (url: String, operations: HTTPClient)?
  private let say: (String) -> Void

  init(
    home: ClusterHome, signals: StopSignals,
    say: @escaping (String) -> Void = Console.say
  ) {
    self.home = home
    self.signals = signals
    self.say = say
  }

  /// Says so once, as soon as the operators' address, which is never behind TLS, tells that all
  /// services can.
  func announce(_ url: String, whenReady operations: HTTPClient) {
    address = (url, operations)
  }

  /// Starts a process and keeps it from then on.
  @discardableResult
  func start(_ plan: ProcessPlan) throws -> SupervisedProcess {
    let process = SupervisedProcess(plan)
    try process.start()
    processes.append(process)
    try writePids()
    return process
  }

  /// Runs until a signal asks to stop; gives the exit code.
  func run() throws -> Int32 {
    while !signals.wait(milliseconds: Supervisor.turnMilliseconds) {
      try turn()
    }
    return stop()
  }

  private func turn() throws {
    var hasChanged = false
    for process in processes {
      for news in process.look() {
        report(news, of: process)
        if news != .ready { hasChanged = true }
        try refuseToStart(process, after: news)
      }
    }
    if hasChanged { try writePids() }
    if !isAnnounced, let address, address.operations.isReady {
      isAnnounced = true
      say("\(Supervisor.announcement): \(address.url)")
    }
  }

  /// A process that will not have its configuration will not have it the next time either.
  private func refuseToStart(_ process: SupervisedProcess, after news: SupervisedProcess.News)
    throws
  {
    guard !isAnnounced, case .ended(.exited(ConfigurationFaults.exitCode), _) = news else { return }
    let log = home.log(of: process.plan.name)
    let executable = process.plan.command.executable.split(separator: "/").last ?? ""
    let faults = LogTail.faults(log, of: String(executable)).joined(separator: "; ")
    throw CommandFault(
      "\(process.plan.name) refuses its configuration\(faults.isEmpty ? "" : ": " + faults); see "
        + log)
  }

  private func report(_ news: SupervisedProcess.News, of process: SupervisedProcess) {
    let name = process.plan.name
    switch news {
    case .ready: say("\(name) is ready (pid \(process.pid ?? 0))")
    case .restarted: say("\(name) was started again")
    case .notStarted(let reason): say("\(name) could not be started again: \(reason)")
    case .ended(let status, let delay): say("\(name) \(status); starts again in \(delay) ms")
    }
  }

  private func writePids() throws {
    var lines = ["supervisor-1 \(getpid())"]
    for process in processes {
      if let pid = process.pid { lines.append("\(process.plan.name) \(pid)") }
    }
    try Files.write(lines.map { $0 + "\n" }.joined(), to: home.pidFile)
  }

  // MARK: The end

  /// Stops stage by stage; gives 0 when all ended by themselves, else 1.
  func stop() -> Int32 {
    say("stopping")
    var isOrderly = true
    for stage in Stage.allCases {
      let members = processes.filter { $0.plan.stage == stage }
      if !stop(members) { isOrderly = false }
    }
    for file in [home.pidFile, home.environmentFile, home.optionsFile] { unlink(file) }
    say("stopped")
    return isOrderly ? 0 : 1
  }

  private func stop(_ members: [SupervisedProcess]) -> Bool {
    for member in members { member.beginStop() }
    let deadline = SystemTimeSource().monotonic() + Supervisor.stageMilliseconds
    while !members.allSatisfy(\.isGone) {
      let isImpatient = signals.wait(milliseconds: 20)
      if isImpatient || SystemTimeSource().monotonic() >= deadline { return end(members) }
    }
    return true
  }

  private func end(_ members: [SupervisedProcess]) -> Bool {
    for member in members where !member.isGone {
      say("\(member.plan.name) is killed")
      member.end()
    }
    _ = Waiting.until(milliseconds: 5000) { members.allSatisfy(\.isGone) }
    return false
  }
}
