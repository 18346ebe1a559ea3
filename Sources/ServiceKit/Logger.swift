import Instants

/// Structured logs: one JSON object a line, on standard error unless another sink is given.
///
/// A message is a constant sentence; what differs from line to line goes into fields.
public struct Logger: Sendable {
  public let process: String
  public let level: LogLevel
  private let time: any TimeSource
  private let sink: any LogSink

  public init(
    process: String, level: LogLevel = .info, time: any TimeSource = SystemTimeSource(),
    sink: any LogSink = DescriptorLogSink()
  ) {
    self.process = process
    self.level = level
    self.time = time
    self.sink = sink
  }

  public func debug(_ message: String, _ fields: @autoclosure () -> [LogField] = []) {
    write(.debug, message, fields)
  }

  public func info(_ message: String, _ fields: @autoclosure () -> [LogField] = []) {
    write(.info, message, fields)
  }

  public func warning(_ message: String, _ fields: @autoclosure () -> [LogField] = []) {
    write(.warning, message, fields)
  }

  public func error(_ message: String, _ fields: @autoclosure () -> [LogField] = []) {
    write(.error, message, fields)
  }

  private func write(_ level: LogLevel, _ message: String, _ fields: () -> [LogField]) {
    guard level >= self.level else { return }
    sink.write(line(level, message, fields()))
  }

  /// The line's bytes, with the line feed.
  func line(_ level: LogLevel, _ message: String, _ fields: [LogField]) -> [UInt8] {
    LogLine(time: time.wall(), level: level, process: process, message: message, fields: fields)
      .bytes
  }

  /// Whole lines made before, by one write.
  func write(lines: [UInt8]) {
    sink.write(lines)
  }
}
