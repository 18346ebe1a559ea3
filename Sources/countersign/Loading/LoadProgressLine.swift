import Glibc
import LoadTest
import ServiceKit

/// Progress on standard error: one live line on a terminal, few lines elsewhere.
final class LoadProgressLine: LoadWatcher {
  /// Seconds between lines where there is no terminal.
  private static let sparseSeconds = 10

  private let isLive = isatty(STDERR_FILENO) == 1

  func note(_ what: String, done: Int, of total: Int) {
    if isLive {
      write("\r\u{1B}[Kmade ready: \(done) of \(total) \(what)" + (done == total ? "\n" : ""))
    } else if done == total {
      write("made ready: \(total) \(what)\n")
    }
  }

  func running(second: Int, of total: Int, answersPerSecond: Int, errors: Int) {
    let line = "\(second) of \(total) s: \(answersPerSecond) answers/s, \(errors) errors"
    if isLive {
      write("\r\u{1B}[K\(line)" + (second == total ? "\n" : ""))
    } else if second % Self.sparseSeconds == 0 || second == total {
      write(line + "\n")
    }
  }

  private func write(_ text: String) { DescriptorLogSink().write(Array(text.utf8)) }
}
