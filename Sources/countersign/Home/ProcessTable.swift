import Glibc
import Instants
import ServiceKit

/// What the kernel says of processes, by /proc.
enum ProcessTable {
  private static let environmentLimitBytes = 8 * 1024 * 1024

  static var pids: [pid_t] {
    Files.names(in: "/proc").compactMap { pid_t($0) }
  }

  /// Whether the process runs; one that has ended and was not collected does not.
  static func isRunning(_ pid: pid_t) -> Bool {
    guard let state = status(of: pid).first else { return false }
    return state != "Z" && state != "X"
  }

  /// By the wall clock as it is set now, exact to a tick of 10 ms; `nil`: there is none.
  static func startedAt(_ pid: pid_t, _ time: some TimeSource) -> UnixMilliseconds? {
    let fields = status(of: pid)
    // Field 22 of proc(5), in ticks since the host's start; the first here is field 3.
    guard fields.count > 19, let ticks = Int64(fields[19]) else { return nil }
    var sinceBoot = timespec()
    guard clock_gettime(CLOCK_BOOTTIME, &sinceBoot) == 0 else { return nil }
    let now = Int64(sinceBoot.tv_sec) * 1000 + Int64(sinceBoot.tv_nsec) / 1_000_000
    let age = now - ticks * 1000 / Int64(sysconf(Int32(_SC_CLK_TCK)))
    return UnixMilliseconds(time.wall().value - age)
  }

  /// The fields behind the name, which may hold blanks and brackets itself; empty: no such process.
  private static func status(of pid: pid_t) -> [Substring] {
    guard let status = Files.text("/proc/\(pid)/stat"), let name = status.lastIndex(of: ")") else {
      return []
    }
    return status[status.index(after: name)...].split(separator: " ")
  }

  static func directory(of pid: pid_t) -> String? {
    Files.target(ofLink: "/proc/\(pid)/cwd")
  }

  /// As the kernel keeps it, cut to 15 bytes.
  static func name(of pid: pid_t) -> String? {
    Files.text("/proc/\(pid)/comm").map { String($0.dropLast()) }
  }

  static func hasEnvironment(_ pid: pid_t, _ assignment: String) -> Bool {
    guard
      let bytes = try? FileContents.read(
        "/proc/\(pid)/environ", limitBytes: environmentLimitBytes)
    else { return false }
    return bytes.split(separator: 0).contains { $0.elementsEqual(assignment.utf8) }
  }
}
