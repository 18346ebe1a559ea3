import Glibc
import Synchronization

/// Makes a run fail in which a secret was seen where none may be, whatever its tests say.
public enum LeakAlarm {
  /// How such a run ends.
  static let status: Int32 = 70
  private static let isRaised = Atomic<Bool>(false)

  public static func raise(_ text: String) {
    let line = "SECRET LEAKED: \(text)\n"
    _ = Array(line.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    let wasRaised = isRaised.exchange(true, ordering: .sequentiallyConsistent)
    // Clusters that still run are taken down by their guardians.
    if !wasRaised { atexit { _exit(LeakAlarm.status) } }
  }
}
