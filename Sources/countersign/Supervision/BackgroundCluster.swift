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
  func start(_ words: [String], _ options: ClusterOptions) throws {
    try home.prepare()
    if let pid = HomeLock.holder(home) {
      Console.say("a cluster runs in \(home.path) already (pid \(pid)); its options stay")
      let running = Files.text(home.optionsFile) ?? ""
      for sentence in RunningOptions.differences(options, from: running) {
        Console.complain(sentence)
      }
      return try waitUntilReady(nil) { HomeLock.holder(home) != nil }
    }
    // What an earlier cluster left must not pass for the news of this one.
    unlink(home.environmentFile)
    let reader = LogFollower(log)
    let complaints = ComplaintPipe()
    var command = try command(words, options)
    complaints.lend(to: &command)
    let child = try ChildProcess.start(command)
    do {
      try waitUntilReady(complaints) {
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
    for line in complaints.lines() { Console.complain(line) }
  }

  private func command(_ words: [String], _ options: ClusterOptions) throws -> ChildCommand {
    ChildCommand(
      Files.target(ofLink: "/proc/self/exe") ?? "",
      ["up"] + ClusterTLS.withAbsolutePaths(words),
      environment: try childEnvironment(options), directory: "/",
      output: .file(log), error: .file(log), hasOwnSession: true)
  }

  /// Stores that the caller named by value, perhaps with passwords, go over by file; other files by
  /// paths that hold in any folder.
  private func childEnvironment(_ options: ClusterOptions) throws -> [String: String] {
    let named = try StoreAddresses(environment: environment)
    var settings = [ClusterHome.variable: home.path]
    for (name, url) in [("DATABASE_URL", named.databaseURL), ("REDIS_URL", named.redisURL)] {
      guard let url else { continue }
      let path = "\(home.secrets)/named-\(name.lowercased())"
      try Files.write(url.value + "\n", to: path)
      settings[name + "_FILE"] = path
    }
    if let file = environment["COUNTERSIGN_CONFIG"], !file.isEmpty {
      settings["COUNTERSIGN_CONFIG"] = Files.absolute(file)
    }
    settings.merge(options.tls?.settings ?? [:]) { $1 }
    return ChildEnvironment.make(from: environment, adding: settings)
  }

  private func waitUntilReady(_ complaints: ComplaintPipe?, while isAlive: () -> Bool) throws {
    var isReady = false
    let isDecided = Waiting.until(milliseconds: BackgroundCluster.readyMilliseconds) {
      isReady = isReadyNow
      return isReady || !isAlive()
    }
    if isReady { return }
    let said = complaints?.lines() ?? []
    for line in said.dropLast() { Console.complain(line) }
    let last = said.last.map { ": \($0)" } ?? ""
    let what = isDecided ? "did not start" : "is not ready in time"
    throw CommandFault("the cluster \(what)\(last); see \(log)")
  }

  private var isReadyNow: Bool {
    guard let cluster = try? RunningCluster(home: home) else { return false }
    return cluster.operations.isReady
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
    for file in [home.pidFile, home.environmentFile, home.optionsFile] { unlink(file) }
    return count > 0
  }
}
