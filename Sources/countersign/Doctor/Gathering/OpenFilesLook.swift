import Glibc

/// How many files each process of a cluster may open; without one, a process started from here.
struct OpenFilesLook {
  /// Lines `<name> <pid>`; `nil`: none is known.
  let pidFile: String?

  func facts() -> [OpenFilesFacts] {
    let members = pidFile.flatMap(Files.text).map(PidFile.services) ?? []
    guard !members.isEmpty else {
      return [OpenFilesFacts(process: "a process started from here", limit: Self.ownHardLimit)]
    }
    return members.map { member in
      let limits = Files.text("/proc/\(member.pid)/limits")
      return OpenFilesFacts(
        process: member.name, limit: limits.flatMap(Self.limit),
        hasClients: member.name.hasPrefix(ProcessKind.gateway.rawValue))
    }
  }

  /// `Max open files            1024                 1048576              files`: the first number,
  /// which our processes raise to the second when they start.
  static func limit(_ limits: String) -> Int? {
    let name = "Max open files"
    guard let line = limits.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let word = line.dropFirst(name.count).split(separator: " ").first
    else { return nil }
    return word == "unlimited" ? Int.max : Int(word)
  }

  private static var ownHardLimit: Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    return Int(clamping: limit.rlim_max)
  }
}
