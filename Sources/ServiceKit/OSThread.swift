import Glibc
import Instants
import Synchronization

/// A thread of the operating system: for loops that block in poll or in a store, which must not
/// hold a thread of Swift's shared pool.
public final class OSThread: Sendable {
  private enum State {
    case running(pthread_t)
    case joined
  }

  private let state: Mutex<State>
  /// Readable once the body has returned; it is never cleared.
  private let finished: WakeDescriptor

  /// Starts `body` on a thread of its own. All signals stay blocked there, so that only the
  /// process' main loop sees them.
  ///
  /// - Parameter name: shown by `top -H`; cut to the 15 bytes that the kernel keeps.
  public static func start(
    name: String, body: @escaping @Sendable () -> Void
  ) throws(SystemFault) -> OSThread {
    let finished = try WakeDescriptor()
    let start = Unmanaged.passRetained(ThreadStart(name: name, body: body, finished: finished))
    var thread = pthread_t()
    let result = pthread_create(&thread, nil, runThread, start.toOpaque())
    guard result == 0 else {
      start.release()
      throw SystemFault(call: "pthread_create", errorNumber: result)
    }
    return OSThread(thread, finished)
  }

  private init(_ thread: pthread_t, _ finished: WakeDescriptor) {
    state = Mutex(.running(thread))
    self.finished = finished
  }

  deinit {
    state.withLock { state in
      if case .running(let thread) = state { pthread_detach(thread) }
    }
  }

  /// Waits until the body has returned, at most until `deadline` of the system's monotonic clock.
  /// Says whether it has; may be called again, from any thread.
  public func join(until deadline: MonotonicTime) -> Bool {
    guard waitForEnd(until: deadline) else { return false }
    state.withLock { state in
      guard case .running(let thread) = state else { return }
      pthread_join(thread, nil)
      state = .joined
    }
    return true
  }

  private func waitForEnd(until deadline: MonotonicTime) -> Bool {
    let time = SystemTimeSource()
    while true {
      let rest = max(0, deadline.milliseconds(since: time.monotonic()))
      if finished.wait(milliseconds: Int32(clamping: rest)) { return true }
      if rest == 0 { return false }
    }
  }
}

private final class ThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void
  let finished: WakeDescriptor

  init(name: String, body: @escaping @Sendable () -> Void, finished: WakeDescriptor) {
    self.name = name
    self.body = body
    self.finished = finished
  }

  func run() {
    SignalMask.blockAll()
    nameThread()
    body()
    finished.wake()
  }

  /// By the kernel's file, since Swift's Glibc module leaves out `pthread_setname_np`.
  private func nameThread() {
    let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let bytes = Array(name.utf8.prefix(15))
    _ = write(descriptor, bytes, bytes.count)
    close(descriptor)
  }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
