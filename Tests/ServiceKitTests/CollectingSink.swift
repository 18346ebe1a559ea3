import ServiceKit
import Synchronization

/// Keeps what was logged, write by write.
final class CollectingSink: LogSink {
  private let state = Mutex<[String]>([])

  var writes: [String] { state.withLock { $0 } }
  var text: String { writes.joined() }

  func write(_ lines: [UInt8]) {
    state.withLock { $0.append(String(decoding: lines, as: UTF8.self)) }
  }
}
