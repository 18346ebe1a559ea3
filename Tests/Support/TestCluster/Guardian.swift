import Foundation

/// Takes a cluster down when this test run ends in whatever way: a shell that waits for the end of
/// a socket whose other end only this process holds.
final class Guardian: @unchecked Sendable {
  // SAFETY: both are written by `init` alone.
  private let shell: ChildProcess
  private let writeEnd: Int32

  init(home: String, folder: String, environment: [String: String]) throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw ClusterFault.cannotStart("no pair of sockets: errno \(errno)")
    }
    let script = #"trap '' INT TERM; read -r _; "$0" down; rm -rf "$1""#
    shell = try ChildProcess(
      "/bin/sh", ["-c", script, Binaries.countersign, folder], environment: environment,
      input: ends[0])
    close(ends[0])
    writeEnd = ends[1]
  }

  deinit {
    close(writeEnd)
    _ = shell.waitForExit(upTo: 30)
  }
}
