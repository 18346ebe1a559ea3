/// How many lanes a worker process has: what its own settings and those of `countersign up` agree on.
public enum LaneNumbers {
  public static let limit = 64
  /// Of those who write, unless they are told otherwise: a lane waits for one commit at a time, and
  /// commits that wait together cost one write to the disk.
  public static let ofWriters = 8
}
