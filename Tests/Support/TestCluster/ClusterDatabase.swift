import Foundation
import TestClient

/// The rows behind a cluster, read and moved by `psql`.
extension Cluster {
  /// Rows of texts; an SQL null is an empty text. The statements run in one transaction each.
  @discardableResult
  public func sql(_ statement: String) throws -> [[String]] {
    let settings = ProcessInfo.processInfo.environment.merging([
      "PGOPTIONS": "-c timezone=UTC", "PGCONNECT_TIMEOUT": "10",
    ]) { $1 }
    let done = try ChildProcess.run(
      "/usr/bin/psql",
      [
        "-X", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-q",
        environment["DATABASE_URL"] ?? "", "-c", statement,
      ], environment: settings)
    guard done.status == 0 else { throw ClusterFault.queryFailed(done.errors) }
    return done.output.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  public func number(_ statement: String) throws -> Int {
    Int(try sql(statement).first?.first ?? "") ?? -1
  }
}

extension Json {
  /// The `bigint` behind an id, as SQL has it.
  public var rowID: Int64 {
    let digits = string?.split(separator: "_").last.map(String.init) ?? ""
    let bytes = Base32.bytes(digits) ?? []
    return Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
