import ServiceKit
import Synchronization

/// Keeps what was logged.
final class CollectingLog: LogSink {
  private let text = Mutex("")

  func write(_ lines: [UInt8]) {
    text.withLock { $0 += String(decoding: lines, as: UTF8.self) }
  }

  /// Lines that hold the message.
  func count(of message: String) -> Int {
    text.withLock { $0.split(separator: "\n").count { $0.contains(message) } }
  }
}
