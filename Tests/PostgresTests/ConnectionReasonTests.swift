import TestStores
import Testing

@testable import Postgres

@Suite struct ConnectionReasonTests {
  private func failure(_ url: String) -> PostgresError? {
    do throws(PostgresError) {
      _ = try PostgresConnection.open(PostgresConfiguration(url: url))
      return nil
    } catch {
      return error
    }
  }

  @Test func `a port that refuses is named with its host and the database`() throws {
    let error = try #require(failure("postgresql://ada:planted@127.0.0.1:1/licences"))
    #expect(error.kind == .connection && error.isRetryable)
    let reason = try #require(error.reason)
    for word in ["Connection refused", "host 127.0.0.1, port 1, database licences"] {
      #expect(reason.contains(word), "\(reason)")
    }
    #expect(!reason.contains("planted") && !reason.contains(where: \.isNewline))
    #expect(error.description == "PostgreSQL: connection: \(reason)")
  }

  @Test func `a database and a role that do not exist are told apart`() throws {
    let database = try TestDatabase.make()
    let noDatabase = failure(database.url.replacing(database.name, with: "no_such_base"))
    #expect(noDatabase?.reason?.contains(#"database "no_such_base" does not exist"#) == true)
    let noRole = failure(database.url(role: "no_such_role"))
    #expect(noRole?.reason?.contains(#"role "no_such_role" does not exist"#) == true)
  }

  @Test(arguments: ["mysql://ada:planted@h/d", "host=h password=planted more", "nonsense"])
  func `of a URL that is none nothing is repeated`(url: String) {
    let error = failure(url)
    #expect(error?.kind == .configuration)
    #expect(error?.reason == ConnectionReason.unreadableURL)
  }

  /// A slash, an at sign: libpq takes what stands behind them for another part.
  @Test func `of a password that cuts the URL at the wrong place nothing is repeated`() {
    let error = failure("postgresql://ada:plan/ted@127.0.0.1:1/d")
    #expect(error?.reason?.contains("percent-encode") == true)
    #expect(error.map { !"\($0)".contains("plan") && !"\($0)".contains("ted@") } == true)
    for url in [
      "postgresql://ada:plan/ted@h/d", "postgresql://ada:p@ted@h/d", "postgresql://ada:12/34@h/d",
    ] {
      #expect(!ConnectionReason.isUnambiguous(url), "\(url)")
    }
    for url in [
      "postgresql://ada:plan%2Fted@h:1/d", "postgresql://h:1,i:2/d", "host=@abstract dbname=d",
      "postgresql://countersign@/countersign?host=/h/postgres",
    ] {
      #expect(ConnectionReason.isUnambiguous(url), "\(url)")
    }
  }

  @Test func `a reason is one line of bounded length, without the password`() {
    let line = ConnectionReason.line("a\n\tis pl4nted\u{7}\r\nb ", without: "pl4nted")
    #expect(line == "a is … b")
    let long = ConnectionReason.line(String(repeating: "x", count: 9000), without: "")
    #expect(long.unicodeScalars.count == ConnectionReason.limitScalars)
  }
}
