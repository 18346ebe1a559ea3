import ServiceKit
import Synchronization

/// Keeps what was logged.
final class LineSink: LogSink {
  private let held = Mutex("")

  func write(_ lines: [UInt8]) {
    held.withLock { $0 += String(decoding: lines, as: UTF8.self) }
  }

  /// How many lines say that.
  func count(_ words: String) -> Int {
    held.withLock { $0 }.split(separator: "\n").count { $0.contains(words) }
  }
}
