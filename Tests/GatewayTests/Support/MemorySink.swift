import ServiceKit
import Synchronization

/// Keeps what was logged.
final class MemorySink: LogSink {
  private let bytes = Mutex<[UInt8]>([])

  func write(_ lines: [UInt8]) { bytes.withLock { $0 += lines } }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}
