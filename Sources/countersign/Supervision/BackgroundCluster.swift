import ChildProcesses
import Glibc
import ServiceKit

/// A cluster that outlives the command that started it. It holds nothing of its caller's: a session
/// of its own, its output in its home.
struct BackgroundCluster {
  private static let readyMilliseconds: Int64 = 180_000
  private static let stopMilliseconds: Int64 = 120_000
  private static let announcementMilliseconds: Int64 = 3000

  let home: ClusterHome
  let environment: [String: String]

  private var log: String { home.log(of: "supervisor-1") }

  /// Returns once `/readyz` says 200. A cluster that runs already is left as it is.
  func start(_ options: [String]) throws {
    try home.prepare()
    if let pid = HomeLock.holder(home) {
      Console.say("a cluster runs in \(home.path) already (pid \(pid)); its options stay")
      return try waitUntilReady { HomeLock.holder(home) != nil }
    }
    // What an earlier cluster left must not pass for the news of this one.
    unlink(home.environmentFile)
    let reader = LogFollower(log)
    let child = try ChildProcess.start(command(options))
    do {
      try waitUntilReady {
        reader.showNews()
        return child.exitStatus == nil
      }
      // The supervisor says it a moment later, after the processes' own lines.
      _ = Waiting.until(milliseconds: BackgroundCluster.announcementMilliseconds) {
        reader.showNews()
        return reader.hasShown(Supervisor.announcement)
      }
    } catch {
      child.send(signal: SIGTERM)
      _ = Waiting.until(milliseconds: BackgroundCluster.stopMilliseconds) {
        child.exitStatus != nil
      }
      reader.showNews()
      throw error
    }
  }

  private func command(_ options: [String]) throws -> ChildCommand {
    ChildCommand(
      Files.target(ofLink: "/proc/self/exe") ?? "", ["up"] + options,
      environment: try childEnvironment(), directory: "/",
      output: .file(log), error: .file(log), hasOwnSession: true)
  }

  /// Stores that the caller named by value, perhaps with passwords, go over by file.
  private func childEnvironment() throws -> [String: String] {
    let named = try StoreAddresses(environment: environment)
    var settings = [ClusterHome.variable: home.path]
    for (name, url) in [("DATABASE_URL", named.databaseURL), ("REDIS_URL", named.redisURL)] {
      guard let url else { continue }
      let path = "\(home.secrets)/named-\(name.lowercased())"
      try Files.write(url.value + "\n", to: path)
      settings[name + "_FILE"] = path
    }
    return ChildEnvironment.make(from: environment, adding: settings)
  }

  private func waitUntilReady(while isAlive: () -> Bool) throws {
    var isReady = false
    let isDecided = Waiting.until(milliseconds: BackgroundCluster.readyMilliseconds) {
      isReady = isReadyNow
      return isReady || !isAlive()
    }
    guard isDecided else { throw CommandFault("the cluster is not ready in time; see \(log)") }
    guard isReady else { throw CommandFault("the cluster did not start; see \(log)") }
  }

  private var isReadyNow: Bool {
    guard let cluster = try? RunningCluster(home: home) else { return false }
    return cluster.client.isReady
  }

  /// Ends the home's cluster, whoever started it; says whether there was one.
  func stop() throws -> Bool {
    if let pid = HomeLock.holder(home) {
      kill(pid, SIGTERM)
      let isGone = Waiting.until(milliseconds: BackgroundCluster.stopMilliseconds) {
        HomeLock.holder(home) == nil
      }
      if !isGone { kill(pid, SIGKILL) }
      _ = try Leftovers(home: home, place: StorePlace.known(to: home)).end()
      return true
    }
    let count = try Leftovers(home: home, place: StorePlace.known(to: home)).end()
    for file in [home.pidFile, home.environmentFile] { unlink(file) }
    return count > 0
  }
}
