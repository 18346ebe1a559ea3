import Foundation
import TestClient

/// No secret of a run stands in what its processes say of themselves.
extension Cluster {
  /// What the processes show besides their logs, as long as they run.
  struct Exhibits {
    fileprivate var pages: [(name: String, bytes: [UInt8])] = []
  }

  /// Key files, the operator's key and the passwords of the stores; once more after a rotation.
  func rememberOwnSecrets() {
    for line in keyFileLines { SecretWatch.shared.remember(line, .keyFile) }
    SecretWatch.shared.remember(operatorKey: environment["COUNTERSIGN_OPERATOR_KEY"] ?? "")
    for name in ["DATABASE_URL", "REDIS_URL"] {
      guard let password = Self.password(environment[name] ?? "") else { continue }
      SecretWatch.shared.remember(password, .password)
    }
  }

  /// What the files below `keys` and `secrets` hold that is long enough to be a key, public halves and
  /// addresses left out.
  public var keyFileLines: [String] {
    let secret = TextFile.all(below: home + "/keys").filter { path in
      [".keys", ".key", "signing.pem", "root.pem", "signing-next.pem"].contains(
        where: path.hasSuffix)
    }
    return (secret + [home + "/secrets/operator-key"]).flatMap { path in
      TextFile.read(path).split { $0.isWhitespace || $0 == "=" }.map(String.init).filter {
        $0.utf8.count >= 40
      }
    }
  }

  func exhibits() -> Exhibits {
    var exhibits = Exhibits()
    for member in members {
      let bytes = FileManager.default.contents(atPath: "/proc/\(member.id)/environ") ?? Data()
      exhibits.pages.append(("the environment of \(member.name)", Array(bytes)))
    }
    if let metrics = try? ops.perform(HTTPRequest("GET", "/metrics"), within: 2) {
      exhibits.pages.append(("the metrics", metrics.body))
    }
    return exhibits
  }

  /// What secrets stand in logs, environments and metrics now, and where.
  public func leaks() -> [String] { leaks(exhibits()) }

  func leaks(_ exhibits: Exhibits) -> [String] {
    rememberOwnSecrets()
    let logs = logPaths.map { path in
      (name: path, bytes: Array(FileManager.default.contents(atPath: path) ?? Data()))
    }
    let unknown = SecretWatch.shared.dropped
    let blind = unknown == 0 ? [] : ["\(unknown) secrets found no room in the search"]
    return blind
      + (exhibits.pages + logs).flatMap { name, bytes in
        SecretWatch.shared.findings(in: bytes).map { finding in
          let line = bytes[..<finding.offset].count { $0 == 0x0A } + 1
          return "\(name), line \(line), holds \(finding.kind.rawValue)"
        }
      }
  }

  /// Of `scheme://user:password@…`.
  private static func password(_ url: String) -> String? {
    guard let start = url.range(of: "://")?.upperBound, let at = url.lastIndex(of: "@"),
      start < at, let colon = url[start..<at].firstIndex(of: ":")
    else { return nil }
    return String(url[url.index(after: colon)..<at]).removingPercentEncoding
  }
}
