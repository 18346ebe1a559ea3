import Instants
import Licensing
import Postgres
import TestStores
import Testing

@testable import LicenseStore

struct OperatorKeyRepositoryTests {
  private let database: TestDatabase
  private let keys: OperatorKeyRepository
  private let author = LogAuthor(
    operatorName: "command line", at: Timestamp(secondsSinceEpoch: 1_800_000_000))

  init() throws {
    database = try TestDatabase.make()
    let connection = try PostgresConnection.open(PostgresConfiguration(url: database.url))
    try Migrator.migrate(connection)
    keys = OperatorKeyRepository(connection)
  }

  @Test func `a key is found by its secret, which is stored nowhere`() throws {
    let draft = try #require(
      OperatorKeyDraft(name: "ada", scopes: [.read, .verify], expiresAt: author.at + 60))
    let made = try keys.add(draft, by: author)
    #expect(try keys.find(made.secret) == made.key)
    #expect(made.key.scopes == [.read, .verify])
    #expect(made.key.isUsable(at: author.at) && !made.key.isUsable(at: author.at + 60))
    #expect(try keys.find(.generate()) == nil)
    let rows = try database.value("SELECT string_agg(operator_keys::text, '') FROM operator_keys")
    #expect(!rows.contains(made.secret.text))
    let logs = try database.value("SELECT string_agg(action_logs::text, '') FROM action_logs")
    #expect(!logs.contains(made.secret.text) && logs.contains("key.add"))
  }

  @Test func `a revoked key stays in the list and is no more usable`() throws {
    let draft = try #require(OperatorKeyDraft(name: "ada", scopes: [.admin]))
    let made = try keys.add(draft, by: author)
    #expect(try keys.revoke(made.key.id, by: author))
    #expect(try !keys.revoke(made.key.id, by: author), "once")
    #expect(try keys.find(made.secret)?.isUsable(at: author.at) == false)
    #expect(try keys.list().map(\.id) == [made.key.id])
    #expect(
      try database.run("SELECT action FROM action_logs ORDER BY id").map { $0[0] }
        == ["key.add", "key.revoke"])
  }

  @Test func `a use is written down at most once an hour`() throws {
    let draft = try #require(OperatorKeyDraft(name: "ada", scopes: [.admin]))
    let made = try keys.add(draft, by: author)
    try keys.noteUse(of: made.key, at: author.at)
    let used = try #require(try keys.find(made.secret))
    #expect(used.lastUsedAt == author.at)
    try keys.noteUse(of: used, at: author.at + 3599)
    #expect(try keys.find(made.secret)?.lastUsedAt == author.at)
    try keys.noteUse(of: used, at: author.at + 3600)
    #expect(try keys.find(made.secret)?.lastUsedAt == author.at + 3600)
  }

  @Test func `a key needs a name and a scope`() {
    #expect(OperatorKeyDraft(name: "", scopes: [.admin]) == nil)
    #expect(OperatorKeyDraft(name: "a", scopes: []) == nil)
    #expect(OperatorKeyDraft(name: String(repeating: "a", count: 101), scopes: [.read]) == nil)
  }
}
