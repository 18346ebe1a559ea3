import ChildProcesses
import Glibc
import Redis

/// A Redis of the cluster's own: no TCP, one socket in a folder that only its user may enter.
/// It keeps nothing on disk by itself; whatever is lost is read from PostgreSQL again.
struct PrivateRedis {
  private static let startMilliseconds: Int64 = 30_000

  let place: StorePlace

  func command(log: String) throws(CommandFault) -> ChildCommand {
    let programs = ["/usr/bin/redis-server", "/usr/local/bin/redis-server"]
    guard let program = programs.first(where: { access($0, X_OK) == 0 }) else {
      throw CommandFault("redis-server is not installed; make dependencies installs it")
    }
    return ChildCommand(
      program,
      [
        "--port", "0", "--unixsocket", place.redisSocket, "--unixsocketperm", "700",
        "--dir", place.redisDirectory, "--save", "", "--appendonly", "no",
        "--maxmemory-policy", "noeviction",
      ],
      environment: ChildEnvironment.minimal, directory: place.redisDirectory,
      output: .file(log), error: .file(log), hasOwnSession: true)
  }

  func waitUntilItAnswers(while isAlive: () -> Bool) throws {
    let configuration = try RedisConfiguration(url: place.redisURL)
    var isUp = false
    _ = Waiting.until(milliseconds: PrivateRedis.startMilliseconds) {
      isUp = (try? RedisConnection.open(configuration)) != nil
      return isUp || !isAlive()
    }
    guard isUp else { throw CommandFault("Redis did not start") }
  }
}
