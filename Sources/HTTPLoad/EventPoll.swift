import CEpoll
import Glibc

/// Owns an epoll descriptor; closed once, when it goes.
struct EventPoll: ~Copyable {
  /// Taken from the kernel at once.
  private static let batchLimit = 256

  private let descriptor: Int32
  private var events = [epoll_event](repeating: epoll_event(), count: batchLimit)

  private init(takingOwnershipOf descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  static func open() throws(HTTPLoadFault) -> EventPoll {
    let descriptor = countersign_epoll_create()
    guard descriptor >= 0 else { throw .systemCall("epoll_create1", errorNumber: errno) }
    return EventPoll(takingOwnershipOf: descriptor)
  }

  /// A descriptor leaves by being closed.
  func add(_ watched: Int32, name: Int) {
    countersign_epoll_watch(descriptor, EPOLL_CTL_ADD, watched, 1, UInt64(name))
  }

  func change(_ watched: Int32, name: Int, untilWritable: Bool) {
    countersign_epoll_watch(
      descriptor, EPOLL_CTL_MOD, watched, untilWritable ? 1 : 0, UInt64(name))
  }

  /// Waits for events, at most so long; gives how many there are.
  mutating func wait(nanoseconds: Int64) -> Int {
    let count = countersign_epoll_wait(
      descriptor, &events, Int32(Self.batchLimit), max(0, nanoseconds))
    return max(0, Int(count))
  }

  func name(at place: Int) -> Int { Int(events[place].data.u64) }
}
