import Glibc

/// The text of a home's `pids`: lines `<name> <pid>`.
enum PidFile {
  struct Member: Hashable {
    /// As in `verification-1`.
    let name: String
    let pid: pid_t
  }

  /// The service's own processes, without stores and supervisor.
  static func services(_ text: String) -> [Member] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let pid = pid_t(words[1]),
        ProcessKind.allCases.contains(where: { words[0].hasPrefix($0.rawValue + "-") })
      else { return nil }
      return Member(name: String(words[0]), pid: pid)
    }
  }
}
