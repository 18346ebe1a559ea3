import Foundation
import Glibc

/// Another program that a test runs, and that ends with this object at the latest.
public final class Program {
  /// How long is waited for what it says, and for its end.
  private static let seconds = 30.0
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var ended = false
  /// All that was read so far, standard error included.
  public private(set) var text = ""

  public init(_ path: String, _ arguments: [String]) throws {
    // Who ends before it has read all of its input is no reason for this process to end.
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let descriptor = output.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// It inherits this process' blocked signals, so that none but this one reaches it for certain.
  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  public func send(_ text: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// The end of its input.
  public func finishInput() { try? input.fileHandleForWriting.close() }

  /// Takes what it has said.
  public func receive() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(output.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
      guard count > 0 else {
        ended = ended || count == 0
        return
      }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  /// Whether it said all that it ever will; takes that.
  public var hasEnded: Bool {
    receive()
    return ended
  }

  /// Whether it said `words` before it ended, or its time was over.
  public func says(_ words: String) -> Bool {
    wait { text.contains(words) }
    return text.contains(words)
  }

  /// How it ended, and all that it said.
  public func end() -> (status: Int32, text: String) {
    finishInput()
    wait { false }
    if !ended { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  /// Takes what it says until something holds, or it said all.
  private func wait(until condition: () -> Bool) {
    let limit = Date().addingTimeInterval(Self.seconds)
    while !hasEnded, !condition(), Date() < limit {
      var polled = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 100)
    }
  }
}
