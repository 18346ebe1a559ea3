import Glibc

/// Where finished log lines go. Called from any thread; each call is one or more whole lines.
public protocol LogSink: Sendable {
  func write(_ lines: [UInt8])
}

/// A descriptor, by default standard error: one `write` per call, so that lines of several threads
/// do not mix. A line that the descriptor does not take is lost; logging never stops the service.
public struct DescriptorLogSink: LogSink {
  public let fileDescriptor: Int32

  public init(fileDescriptor: Int32 = STDERR_FILENO) {
    self.fileDescriptor = fileDescriptor
  }

  public func write(_ lines: [UInt8]) {
    lines.withUnsafeBytes { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        let written = Glibc.write(fileDescriptor, rest.baseAddress, rest.count)
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      }
    }
  }
}
