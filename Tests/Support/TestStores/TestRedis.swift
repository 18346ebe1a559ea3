import ChildProcesses
import Glibc
import Instants
import Synchronization
import TestFiles

/// A Redis of a suite's own, on a Unix socket in a directory of its own; both go with the object.
public final class TestRedis: Sendable {
  private static let limitMilliseconds: Int64 = 10_000

  private let folder = TemporaryFolder(in: "/var/tmp")
  private let child = Mutex<ChildProcess?>(nil)

  /// Of a Redis that all suites share. Nobody empties or stops that one.
  public static func sharedSocketPath() throws -> String {
    try TestEnvironment.value("COUNTERSIGN_TEST_REDIS_SOCKET")
  }

  /// Starts a server and waits until it answers.
  public static func start() throws -> TestRedis {
    _ = try sharedSocketPath()
    let redis = TestRedis()
    try redis.start()
    return redis
  }

  private init() {}

  deinit { stop() }

  public var directory: String { folder.path }
  public var socketPath: String { "\(directory)/s" }
  public var url: String { "unix://\(socketPath)" }
  /// Where `SAVE` puts its dump and from where `start` reads it.
  public var dumpPath: String { "\(directory)/dump.rdb" }
  public var pid: pid_t? { child.withLock { $0?.pid } }

  /// Starts the server again after a stop, from the dump if there is one.
  public func start() throws {
    let arguments = [
      "--port", "0", "--unixsocket", socketPath, "--unixsocketperm", "700", "--dir", directory,
      "--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction",
      "--dbfilename", "dump.rdb",
    ]
    let started = try ChildProcess.start(
      ChildCommand(
        TestEnvironment.program("redis-server"), arguments,
        environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
        output: .file("\(directory)/log"), error: .file("\(directory)/log")))
    child.withLock { $0 = started }
    try waitUntilItAnswers(started)
  }

  /// Ends the server at once, as a power cut would.
  public func stop() {
    let running = child.withLock { child in
      defer { child = nil }
      return child
    }
    running?.send(signal: SIGKILL)
    _ = running?.wait(until: SystemTimeSource().monotonic() + TestRedis.limitMilliseconds)
    unlink(socketPath)
  }

  /// Runs one command by redis-cli and gives its raw answer.
  @discardableResult
  public func run(_ arguments: String...) throws -> String {
    let answer = try ChildRun.output(
      of: ChildCommand(
        TestEnvironment.program("redis-cli"), ["-s", socketPath] + arguments,
        environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]))
    return answer.hasSuffix("\n") ? String(answer.dropLast()) : answer
  }

  private func waitUntilItAnswers(_ server: ChildProcess) throws {
    let time = SystemTimeSource()
    let deadline = time.monotonic() + TestRedis.limitMilliseconds
    while server.exitStatus == nil, time.monotonic() < deadline {
      if access(socketPath, F_OK) == 0, (try? run("ping")) == "PONG" { return }
      poll(nil, 0, 5)
    }
    throw ChildFault(executable: "redis-server", reason: .timedOut)
  }
}
