import Glibc
import TestClient
import TestCluster
import TestFiles

/// A Redis that a caller brings along, reached by its socket alone.
final class LoneRedis {
  struct Failed: Error {}

  let url: String
  private let folder = TemporaryFolder()
  private let server: ChildProcess

  init(_ options: String...) throws {
    let socket = folder.path + "/s"
    url = "unix://" + socket
    server = try ChildProcess(
      "/usr/bin/redis-server",
      ["--port", "0", "--unixsocket", socket, "--dir", folder.path, "--save", ""] + options,
      environment: ["PATH": "/usr/bin:/bin"])
    let url = url
    let answers = Patience.wait(upTo: 20) {
      (try? RedisConnection(url: url).call(["PING"])) != nil
    }
    guard answers else {
      server.signal(SIGKILL)
      throw Failed()
    }
  }

  deinit {
    server.signal(SIGKILL)
    _ = server.waitForExit(upTo: 5)
  }
}
