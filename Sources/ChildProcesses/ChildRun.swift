import Glibc
import Instants

/// Runs a child to its end and keeps what it said.
public enum ChildRun {
  /// More output than this is read and dropped.
  public static let outputLimitBytes = 4 * 1024 * 1024
  private static let lastWordsLimitBytes = 2048

  /// What the child wrote to standard output, as text. Throws when it did not end with 0, with the
  /// end of what it wrote to standard error.
  @discardableResult
  public static func output(
    of command: ChildCommand, withinSeconds limit: Int64 = 60
  ) throws(ChildFault) -> String {
    let output = try Pipe(of: command)
    let error = try Pipe(of: command)
    var command = command
    command.output = .descriptor(output.writeEnd)
    command.error = .descriptor(error.writeEnd)
    let child = try ChildProcess.start(command)
    output.closeWriteEnd()
    error.closeWriteEnd()
    let deadline = SystemTimeSource().monotonic() + limit * 1000
    let texts = collect([output.readEnd, error.readEnd], until: deadline)
    guard let status = child.wait(until: deadline) else {
      child.send(signal: SIGKILL)
      _ = child.wait(until: deadline + 5000)
      throw ChildFault(executable: command.executable, reason: .timedOut)
    }
    guard status.isSuccess else { throw failure(command, status, texts[1]) }
    return String(decoding: texts[0], as: UTF8.self)
  }

  private static func failure(
    _ command: ChildCommand, _ status: ExitStatus, _ error: [UInt8]
  ) -> ChildFault {
    let words = String(decoding: error.suffix(lastWordsLimitBytes), as: UTF8.self)
    let line = words.split(separator: "\n").joined(separator: " | ")
    return ChildFault(executable: command.executable, reason: .failed(status, lastWords: line))
  }

  /// Reads all descriptors to their ends, at most until `deadline`.
  private static func collect(_ descriptors: [Int32], until deadline: MonotonicTime) -> [[UInt8]] {
    var texts = descriptors.map { _ in [UInt8]() }
    var open = Set(descriptors.indices)
    while !open.isEmpty, SystemTimeSource().monotonic() < deadline {
      var entries = descriptors.enumerated().map { index, descriptor in
        pollfd(fd: open.contains(index) ? descriptor : -1, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&entries, nfds_t(entries.count), 100) > 0 else { continue }
      for index in entries.indices where entries[index].revents != 0 {
        if !read(descriptors[index], into: &texts[index]) { open.remove(index) }
      }
    }
    return texts
  }

  private static func read(_ descriptor: Int32, into text: inout [UInt8]) -> Bool {
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    let count = Glibc.read(descriptor, &piece, piece.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    if text.count < outputLimitBytes { text.append(contentsOf: piece[..<count]) }
    return true
  }
}

/// A pipe for one child's output.
private final class Pipe {
  let readEnd: Int32
  private(set) var writeEnd: Int32

  init(of command: ChildCommand) throws(ChildFault) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ChildFault(
        executable: command.executable, reason: .outputUnusable(errorNumber: errno))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  deinit {
    closeWriteEnd()
    close(readEnd)
  }
}
