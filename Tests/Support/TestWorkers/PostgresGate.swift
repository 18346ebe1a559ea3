import Glibc
import TestStores

/// A way to a test's database that can be shut: PostgreSQL is away for those who take it.
public final class PostgresGate: Sendable {
  private let database: TestDatabase
  private let directory: String
  private let link: String

  init(to database: TestDatabase) {
    self.database = database
    directory = Self.host(in: database.url)
    link = "/var/tmp/cs-gate." + String(UInt64.random(in: 0 ... .max), radix: 36)
    open()
  }

  deinit { unlink(link) }

  public var url: String { database.url.replacing("host=\(directory)", with: "host=\(link)") }

  public func open() { symlink(directory, link) }

  /// Ends all connections, and lets nobody in again.
  public func shut() throws {
    unlink(link)
    try database.endConnections()
  }

  /// The directory of the server's socket.
  private static func host(in url: String) -> String {
    url.split(separator: "host=", maxSplits: 1).last.map { String($0.prefix { $0 != "&" }) } ?? ""
  }
}
