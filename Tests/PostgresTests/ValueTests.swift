import Instants
import Postgres
import Testing

@Suite struct ValueTests {
  let fixture: PostgresFixture
  let connection: PostgresConnection

  init() throws {
    fixture = try PostgresFixture()
    connection = try fixture.connect()
  }

  @Test func `scalars come back as they went`() throws {
    let row = try connection.run(
      "SELECT $1::text AS t, $2::bigint AS i, $3::boolean AS b, $4::bytea AS y, $5::timestamptz AS a",
      [
        .text("Ada's 🏁 \r\n'; DROP TABLE x; -- %s%n"), .int(.min), .bool(true),
        .bytes([0, 255, 0]), .timestamp(Timestamp(secondsSinceEpoch: -1)),
      ]
    ).only()
    #expect(try row.text("t") == "Ada's 🏁 \r\n'; DROP TABLE x; -- %s%n")
    #expect(try row.int("i") == .min)
    #expect(try row.bool("b"))
    #expect(try row.bytes("y") == [0, 255, 0])
    #expect(try row.timestamp("a").secondsSinceEpoch == -1)
  }

  @Test func `null is neither zero nor an empty text`() throws {
    let row = try connection.run(
      "SELECT $1::text AS none, $2::text AS empty, $3::bytea AS no_bytes, $4::integer AS zero",
      [.null, .text(""), .bytes([]), .int(0)]
    ).only()
    #expect(try row.optionalText("none") == nil)
    #expect(try row.isNull("none"))
    #expect(try row.text("empty") == "")
    #expect(try row.bytes("no_bytes") == [])
    #expect(try row.int("zero") == 0)
    #expect(
      fixture.failure { () throws(PostgresError) in try row.text("none") }?.kind
        == .unexpectedAnswer)
  }

  @Test func `integers of every width are read`() throws {
    let row = try connection.run("SELECT 1::smallint AS a, -2::integer AS b, 3::bigint AS c").only()
    #expect(try row.int("a") == 1)
    #expect(try row.int("b") == -2)
    #expect(try row.int("c") == 3)
  }

  @Test func `arrays come back as they went, the empty one too`() throws {
    let texts = ["", "a,b", "\"q\"", "{}", "NULL", "é"]
    let row = try connection.run(
      "SELECT $1::bigint[] AS i, $2::text[] AS t, $3::bigint[] AS none, $4::timestamptz[] AS a",
      [
        .ints([.max, 0, -1]), .texts(texts), .ints([]),
        .timestamps([Timestamp(secondsSinceEpoch: 0), nil]),
      ]
    ).only()
    #expect(try row.ints("i") == [.max, 0, -1])
    #expect(try row.texts("t") == texts)
    #expect(try row.ints("none") == [])
    let second = try connection.run(
      "SELECT ($1::timestamptz[])[2] IS NULL AS is_null",
      [.timestamps([Timestamp(secondsSinceEpoch: 0), nil])])
    #expect(try second.only().bool("is_null"))
  }

  @Test func `fractions of seconds are cut, before 1970 and before 2000 as well`() throws {
    let row = try connection.run(
      """
      SELECT '1999-12-31T23:59:59.9Z'::timestamptz AS a, '1969-12-31T23:59:59.9Z'::timestamptz AS b,
        '2027-01-31T00:00:00.999999Z'::timestamptz AS c
      """
    ).only()
    #expect(try row.timestamp("a").secondsSinceEpoch == 946_684_799)
    #expect(try row.timestamp("b").secondsSinceEpoch == -1)
    #expect(try row.timestamp("c").secondsSinceEpoch == 1_801_353_600)
  }

  @Test func `a value of megabytes passes in both directions at once`() throws {
    let large = String(repeating: "x", count: 4_000_000)
    let statement = PostgresStatement("SELECT $1::text AS t", [.text(large)])
    let answers = try connection.runAll([statement, statement, statement])
    for rows in answers { #expect(try rows.only().text("t").utf8.count == 4_000_000) }
  }

  @Test func `a column of another name or type is no value`() throws {
    let row = try connection.run("SELECT 'x'::text AS a").only()
    #expect(
      fixture.failure { () throws(PostgresError) in try row.int("a") }?.kind
        == .unexpectedAnswer)
    #expect(
      fixture.failure { () throws(PostgresError) in try row.text("b") }?.kind
        == .unexpectedAnswer)
  }
}
