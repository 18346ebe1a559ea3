import Glibc
import Instants

/// Processes of a cluster whose supervisor was killed. They are told by what the kernel knows of
/// them, never by a number in a file: that may be somebody else's by now.
struct Leftovers {
  /// Set for each process that a supervisor starts, to the home's path.
  static let marker = "COUNTERSIGN_SUPERVISED"
  private static let patienceMilliseconds: Int64 = 20_000

  let home: ClusterHome
  let place: StorePlace?

  /// Ends them all: services first, then the stores. Says how many there were.
  func end() throws(CommandFault) -> Int {
    let services = self.services
    try end(services, signal: SIGTERM)
    let redis = stores(named: "redis-server", in: place?.redisDirectory)
    try end(redis, signal: SIGTERM)
    let postgres = postmaster
    try end(postgres, signal: SIGINT)
    return services.count + redis.count + postgres.count
  }

  private var services: [pid_t] {
    ProcessTable.pids.filter { pid in
      pid != getpid()
        && ProcessTable.hasEnvironment(pid, "\(Leftovers.marker)=\(home.path)")
        && ProcessTable.name(of: pid)?.hasPrefix("countersign-") == true
    }
  }

  private func stores(named name: String, in directory: String?) -> [pid_t] {
    guard let directory else { return [] }
    return ProcessTable.pids.filter { pid in
      ProcessTable.name(of: pid) == name && ProcessTable.directory(of: pid) == directory
    }
  }

  /// PostgreSQL's main process; the others stand in the same folder and end with it.
  private var postmaster: [pid_t] {
    guard let data = place?.postgresData, let text = Files.text(data + "/postmaster.pid"),
      let pid = text.split(separator: "\n").first.flatMap({ pid_t($0) })
    else { return [] }
    return stores(named: "postgres", in: data).filter { $0 == pid }
  }

  private func end(_ pids: [pid_t], signal: Int32) throws(CommandFault) {
    for pid in pids { kill(pid, signal) }
    if Waiting.until(milliseconds: Leftovers.patienceMilliseconds, { none(of: pids) }) { return }
    for pid in pids where ProcessTable.isRunning(pid) { kill(pid, SIGKILL) }
    guard Waiting.until(milliseconds: 5000, { none(of: pids) }) else {
      throw CommandFault("processes of an earlier cluster in \(home.path) cannot be ended")
    }
  }

  private func none(of pids: [pid_t]) -> Bool {
    !pids.contains(where: ProcessTable.isRunning)
  }
}
