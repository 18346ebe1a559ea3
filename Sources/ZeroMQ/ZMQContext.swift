import CZeroMQ
import Glibc
import Synchronization

/// The I/O threads and memory behind a process' sockets.
///
/// Ends when its last reference goes, which waits for the linger of its sockets; each socket holds
/// one.
///
/// SAFETY: "A 0MQ context is thread safe and may be shared among as many application threads as
/// necessary" (zmq_ctx_new(3)).
public final class ZMQContext: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
  /// Whether an `Authenticator` answers for it.
  let isGuarded = Atomic(false)

  /// - Parameter ioThreads: one carries about a gigabyte a second.
  public init(ioThreads: Int32 = 1) throws(ZeroMQError) {
    guard let pointer = zmq_ctx_new() else { throw ZeroMQError(call: "zmq_ctx_new") }
    zmq_ctx_set(pointer, ZMQ_IO_THREADS, ioThreads)
    // An I/O thread that is woken by a send does not push the sender aside: it finds all that was
    // sent meanwhile and carries it with one system call.
    zmq_ctx_set(pointer, ZMQ_THREAD_SCHED_POLICY, SCHED_BATCH)
    self.pointer = pointer
  }

  deinit {
    while zmq_ctx_term(pointer) != 0, zmq_errno() == EINTR {}
  }
}
