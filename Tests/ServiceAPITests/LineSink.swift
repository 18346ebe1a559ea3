import ServiceKit
import Synchronization

/// Keeps what was logged.
final class LineSink: LogSink {
  private let written = Mutex<[String]>([])

  var lines: [String] { written.withLock { $0 } }

  func write(_ lines: [UInt8]) {
    written.withLock { $0.append(String(decoding: lines, as: UTF8.self)) }
  }
}
