import Glibc
import TestClient

/// The processes of a cluster, as `COUNTERSIGN_PIDS` names them and /proc shows them.
extension Cluster {
  public struct Member: Sendable, Hashable {
    /// As in `verification-1`.
    public let name: String
    public let id: pid_t
    public var kind: String {
      name.split(separator: "-").first.map(String.init) ?? name
    }
  }

  public var members: [Member] {
    TextFile.read(environment["COUNTERSIGN_PIDS"] ?? "").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let id = pid_t(words[1]) else { return nil }
      return Member(name: String(words[0]), id: id)
    }
  }

  public func members(_ kind: String) -> [Member] { members.filter { $0.kind == kind } }

  public func member(_ kind: String) throws -> Member {
    guard let member = members(kind).first else { throw ClusterFault.notReady("no \(kind)") }
    return member
  }

  /// Waits until another process runs under the member's name and the cluster is ready with it.
  public func waitForRestart(of member: Member, upTo seconds: Double = 60) -> Bool {
    Patience.wait(upTo: seconds) {
      let next = members.first { $0.name == member.name }
      guard let next, next.id != member.id, ProcessState.of(next.id) != nil else { return false }
      return isReady
    }
  }

  public var isReady: Bool { (try? http.get("/readyz"))?.status == 200 }

  /// Sends SIGTERM to a member whose supervisor is held still, waits for its end, and says how it
  /// ended. Afterwards the supervisor goes on and starts it anew.
  public func exitStatusAfterTermination(
    of member: Member, upTo seconds: Double = 40
  ) throws -> Int32? {
    let supervisor = try self.member("supervisor")
    kill(supervisor.id, SIGSTOP)
    defer { kill(supervisor.id, SIGCONT) }
    kill(member.id, SIGTERM)
    return Patience.wait(upTo: seconds) { ProcessState.exitStatusOfZombie(member.id) }
  }
}
