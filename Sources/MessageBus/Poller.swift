import Glibc

/// One wait for several descriptors to become readable.
struct Poller {
  private var entries: [pollfd] = []

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }

  /// What the last wait found; `true` for what it was not asked about.
  func isReadable(_ descriptor: Int32?) -> Bool {
    entries.first { $0.fd == descriptor }.map { $0.revents != 0 } ?? true
  }

  mutating func add(_ descriptor: Int32) {
    entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
  }

  /// Returns early when one is readable, or on a signal.
  mutating func wait(milliseconds: Int32) {
    _ = poll(&entries, nfds_t(entries.count), milliseconds)
  }
}
