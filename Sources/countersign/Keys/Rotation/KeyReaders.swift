import Glibc
import Instants

/// The processes that read a key file, and whether each has read it as it is now. A key that some
/// process does not know makes what that process takes for tampered with.
struct KeyReaders {
  struct Process: Hashable {
    /// As in `verification-1`.
    let name: String
    let pid: pid_t
    let startedAt: UnixMilliseconds
  }

  /// The kernel tells starts by ticks of 10 ms, and files' changes by ticks of its own.
  static let doubtMilliseconds: Int64 = 20

  let kind: KeyKind
  let file: String
  let changedAt: UnixMilliseconds
  /// `nil`: no cluster's list of processes is there.
  let running: [Process]?

  /// Why the next step has to wait; `nil`: it need not.
  ///
  /// - Parameter isConfirmed: a person says that all were started anew, which counts only for
  ///   processes that cannot be seen.
  func refusal(isConfirmed: Bool) -> CommandFault? {
    guard let running else { return isConfirmed ? nil : unseen }
    let stale = running.filter { $0.startedAt.value <= changedAt.value + Self.doubtMilliseconds }
    guard !stale.isEmpty else { return nil }
    let names = stale.map { "\($0.name) (pid \($0.pid))" }.joined(separator: ", ")
    return CommandFault(
      "\(names) ran before \(file) was last changed and do not know what it says now: start them "
        + "anew, then run this again")
  }

  private var unseen: CommandFault {
    CommandFault(
      "no running cluster with \(file) is known here, and processes of other hosts cannot be seen: "
        + "one that was not started since the file was last changed would refuse what the others "
        + "make, or lose what it makes. Start all of \(kind.readers) anew, on every host, then run "
        + "this again with --restarted")
  }
}

extension KeyReaders {
  /// As the kernel and the home's list of processes tell.
  static func find(_ kind: KeyKind, _ keys: KeyDirectory, _ home: ClusterHome) throws -> KeyReaders
  {
    let file = keys.file(of: kind)
    var status = stat()
    guard stat(file, &status) == 0 else { throw CommandFault("\(file) is not there") }
    // A rename changes this time, where the file's own would be that of its writing.
    let changed = status.st_ctim
    let pids = keys.path == home.keys ? Files.text(home.pidFile) : nil
    return KeyReaders(
      kind: kind, file: file,
      changedAt: UnixMilliseconds(
        Int64(changed.tv_sec) * 1000 + Int64(changed.tv_nsec) / 1_000_000),
      running: pids.map { PidFile.services($0).filter { kind.isRead(by: $0.name) } }
        .map { $0.compactMap(process) })
  }

  /// `nil`: it is gone, or its number is somebody else's by now.
  private static func process(_ member: PidFile.Member) -> Process? {
    guard ProcessTable.isRunning(member.pid),
      ProcessTable.name(of: member.pid)?.hasPrefix("countersign-") == true,
      let startedAt = ProcessTable.startedAt(member.pid, SystemTimeSource())
    else { return nil }
    return Process(name: member.name, pid: member.pid, startedAt: startedAt)
  }
}
