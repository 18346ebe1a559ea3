/// Collects a loop's log lines and writes them at once: an access log costs one system call per
/// turn of the loop instead of one per request.
///
/// Belongs to one thread. Whoever owns it calls `flush` at the end of each turn.
public final class LogBuffer {
  /// Above this many bytes a line is written with what is there already, without waiting for the
  /// turn to end.
  public static let limitBytes = 64 * 1024

  private let log: Logger
  private var lines: [UInt8] = []

  public init(_ log: Logger) {
    self.log = log
    lines.reserveCapacity(LogBuffer.limitBytes)
  }

  public func info(_ message: String, _ fields: @autoclosure () -> [LogField] = []) {
    guard log.level <= .info else { return }
    lines.append(contentsOf: log.line(.info, message, fields()))
    if lines.count > LogBuffer.limitBytes { flush() }
  }

  public func flush() {
    guard !lines.isEmpty else { return }
    log.write(lines: lines)
    lines.removeAll(keepingCapacity: true)
  }

  deinit {
    flush()
  }
}
