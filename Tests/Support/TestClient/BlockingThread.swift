import Glibc

/// A thread of its own for work that blocks; joined once.
public final class BlockingThread: @unchecked Sendable {
  // SAFETY: the handle is written by `init` alone and read by the one call of `join`.
  private var handle = pthread_t()

  public init(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body))
    let status = pthread_create(
      &handle, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    precondition(status == 0, "the system refused a thread")
  }

  public func join() { pthread_join(handle, nil) }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
