import Glibc
import ServiceKit

/// What the kernel says of processes, by /proc.
enum ProcessTable {
  private static let environmentLimitBytes = 8 * 1024 * 1024

  static var pids: [pid_t] {
    Files.names(in: "/proc").compactMap { pid_t($0) }
  }

  /// Whether the process runs; one that has ended and was not collected does not.
  static func isRunning(_ pid: pid_t) -> Bool {
    guard let status = Files.text("/proc/\(pid)/stat"), let name = status.lastIndex(of: ")") else {
      return false
    }
    let state = status[status.index(after: name)...].split(separator: " ").first
    return state != "Z" && state != "X"
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
