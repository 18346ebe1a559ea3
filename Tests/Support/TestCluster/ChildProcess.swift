import TestFiles
import Glibc
import TestClient

/// A program that this test run started, and may stop.
public final class ChildProcess: @unchecked Sendable {
  // SAFETY: `status` is guarded by the one thread that waits; tests wait from one thread.
  public let id: pid_t
  private var status: Int32?

  /// Output goes to files; nothing of this process is inherited but the environment given.
  public init(
    _ path: String, _ arguments: [String], environment: [String: String],
    outputPath: String = "/dev/null", errorPath: String = "/dev/null", input: Int32? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    let flags = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, flags, 0o600)
    if errorPath == outputPath {
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, errorPath, flags, 0o600)
    }
    let words = Self.words([path] + arguments)
    let settings = Self.words(environment.map { "\($0.key)=\($0.value)" }.sorted())
    defer { (words + settings).forEach { free($0) } }
    var made: pid_t = 0
    let result = posix_spawn(&made, path, &actions, nil, words, settings)
    guard result == 0 else { throw ClusterFault.cannotStart("\(path): errno \(result)") }
    id = made
  }

  public func signal(_ number: Int32) { kill(id, number) }

  /// The exit status when it ended by itself, 128 + the signal's number else; nil while it runs.
  public var exitStatus: Int32? {
    if let status { return status }
    var raw: Int32 = 0
    guard waitpid(id, &raw, WNOHANG) == id else { return nil }
    status = ExitStatus.of(raw)
    return status
  }

  public func waitForExit(upTo seconds: Double) -> Int32? {
    Patience.wait(upTo: seconds) { exitStatus }
  }

  /// Runs to the end and gives the status and what it wrote.
  public static func run(
    _ path: String, _ arguments: [String], environment: [String: String], upTo seconds: Double = 60
  ) throws -> (status: Int32, output: String, errors: String) {
    let folder = TemporaryFolder()
    let child = try ChildProcess(
      path, arguments, environment: environment, outputPath: folder.path + "/out",
      errorPath: folder.path + "/err")
    guard let status = child.waitForExit(upTo: seconds) else {
      child.signal(SIGKILL)
      _ = child.waitForExit(upTo: 5)
      throw ClusterFault.cannotStart("\(path) did not end in \(seconds) s")
    }
    return (status, TextFile.read(folder.path + "/out"), TextFile.read(folder.path + "/err"))
  }

  private static func words(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }
}
