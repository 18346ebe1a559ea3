import Glibc

/// Held by the supervisor for its life, so that a home has one cluster at most. The kernel lets go
/// of it however the supervisor ends, and tells who holds it: no number in a file can go stale.
final class HomeLock {
  private let descriptor: Int32

  /// `nil` when another process holds it.
  static func take(_ home: ClusterHome) throws(CommandFault) -> HomeLock? {
    let descriptor = open(home.lockFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandFault("\(home.lockFile) cannot be opened: \(String(cString: strerror(errno)))")
    }
    var lock = wholeFile()
    guard fcntl(descriptor, F_SETLK, &lock) == 0 else {
      close(descriptor)
      return nil
    }
    return HomeLock(descriptor)
  }

  /// The process that holds the home's lock.
  static func holder(_ home: ClusterHome) -> pid_t? {
    let descriptor = open(home.lockFile, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var lock = wholeFile()
    guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    return lock.l_pid
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  private static func wholeFile() -> flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }
}
