import ChildProcesses
import Glibc
import ServiceKit

/// What a supervisor in the background complains of, for who started it: its log may be out of reach,
/// or lie on a disk that is full.
final class ComplaintPipe {
  /// In the child's environment: the descriptor to write to.
  static let variable = "COUNTERSIGN_COMPLAINT_FD"
  private static let childDescriptor: Int32 = 3
  private static let limitBytes = 64 * 1024

  private var ends: [Int32] = [-1, -1]

  /// Without a pipe nothing is told; that is no reason to start nothing.
  init() {
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    for end in ends where end >= 0 { close(end) }
  }

  func lend(to command: inout ChildCommand) {
    guard ends[1] >= 0 else { return }
    command.extraDescriptor = ends[1]
    command.environment[ComplaintPipe.variable] = "\(ComplaintPipe.childDescriptor)"
  }

  /// All that came so far; each line once.
  func lines() -> [String] {
    guard ends[0] >= 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: ComplaintPipe.limitBytes)
    let count = read(ends[0], &bytes, bytes.count)
    guard count > 0 else { return [] }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// In the child: tells it once, or not at all where nobody listens any more.
  static func tell(_ line: String, environment: [String: String] = ProcessEnvironment.current()) {
    guard let descriptor = environment[variable].flatMap(Int32.init), descriptor > STDERR_FILENO
    else { return }
    let bytes = Array((line + "\n").utf8)
    // Whoever listened may be gone.
    signal(SIGPIPE, SIG_IGN)
    _ = write(descriptor, bytes, bytes.count)
  }
}
