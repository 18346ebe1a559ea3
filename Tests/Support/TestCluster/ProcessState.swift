import Glibc

/// What /proc/<pid>/stat says of a process.
public enum ProcessState {
  /// `R`, `S`, `T`, `Z` and so on; nil when there is no such process.
  public static func of(_ id: pid_t) -> Character? { fields(id).first?.first }

  /// How a process ended that its parent has not yet asked about; nil when it is none.
  public static func exitStatusOfZombie(_ id: pid_t) -> Int32? {
    let fields = fields(id)
    guard fields.first == "Z", let last = fields.last, let raw = Int32(last) else { return nil }
    return ExitStatus.of(raw)
  }

  /// The fields behind the name, which may itself hold blanks and brackets.
  private static func fields(_ id: pid_t) -> [Substring] {
    let text = TextFile.read("/proc/\(id)/stat")
    guard let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split { $0 == " " || $0 == "\n" }
  }
}
