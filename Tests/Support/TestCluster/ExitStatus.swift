/// How a process ended, from the number that `waitpid` gives.
public enum ExitStatus {
  /// The exit status, or 128 + the signal's number.
  public static func of(_ raw: Int32) -> Int32 {
    raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
  }
}
