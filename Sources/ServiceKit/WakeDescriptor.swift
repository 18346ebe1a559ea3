import Glibc

/// A descriptor that other threads can make readable, to wake a thread out of its poll.
///
/// `wake` may be called from any thread and any number of times; one `clear` takes all of them.
/// A pipe, since Swift's Glibc module leaves out `eventfd`.
public final class WakeDescriptor: Sendable {
  /// For poll only; readable while a wake has not been cleared.
  public let fileDescriptor: Int32
  private let writeDescriptor: Int32

  public init() throws(SystemFault) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFault(call: "pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    fileDescriptor = ends[0]
    writeDescriptor = ends[1]
  }

  deinit {
    close(fileDescriptor)
    close(writeDescriptor)
  }

  public func wake() {
    // A full pipe refuses the byte and is readable all the same.
    var byte: UInt8 = 1
    _ = write(writeDescriptor, &byte, 1)
  }

  public func clear() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(fileDescriptor, &bytes, bytes.count) == bytes.count {}
  }

  /// Waits until woken or until `milliseconds` have passed; says whether it was woken.
  public func wait(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
