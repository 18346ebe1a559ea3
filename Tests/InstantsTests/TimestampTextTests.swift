import Instants
import Testing

@Suite struct TimestampTextTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2024-02-29T12:34:56Z", 1_709_210_096),
    ("2000-02-29T00:00:00Z", 951_782_400),
    ("2100-03-01T00:00:00Z", 4_107_542_400),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func `an instant is written as it is read`(_ text: String, _ seconds: Int64) throws {
    let instant = try #require(Timestamp(rfc3339: text))
    #expect(instant.secondsSinceEpoch == seconds)
    #expect(instant.rfc3339 == text)
  }

  @Test(arguments: [
    ("1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50Z"),
    ("1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57Z"),
    ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"),
    ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
    ("1970-01-01t09:00:00+09:00", "1970-01-01T00:00:00Z"),
    ("1969-12-31T23:30:00-00:30", "1970-01-01T00:00:00Z"),
    ("2027-02-01T08:59:59.999999999999+09:00", "2027-01-31T23:59:59Z"),
    ("2027-01-31T00:00:00z", "2027-01-31T00:00:00Z"),
  ])
  func `any offset is read and a fraction is cut`(_ text: String, _ utc: String) {
    #expect(Timestamp(rfc3339: text)?.rfc3339 == utc)
  }

  @Test(arguments: [
    "", "2027", "2027-01-31", "2027-01-31T", "2027-01-31T00:00:00", "2027-01-31 00:00:00Z",
    "2027-1-31T00:00:00Z", "2027-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2027-04-31T00:00:00Z",
    "2027-00-10T00:00:00Z", "2027-13-10T00:00:00Z", "2027-01-00T00:00:00Z", "2027-01-32T00:00:00Z",
    "2027-01-31T24:00:00Z", "2027-01-31T00:60:00Z", "2027-01-31T00:00:61Z",
    "2027-01-31T12:00:60Z", "2027-01-31T00:00:00.Z", "2027-01-31T00:00:00,5Z",
    "2027-01-31T00:00:00+09", "2027-01-31T00:00:00+0900", "2027-01-31T00:00:00+24:00",
    "2027-01-31T00:00:00+09:60", "2027-01-31T00:00:00ZZ", " 2027-01-31T00:00:00Z",
    "2027-01-31T00:00:00Z\n", "+2027-01-31T00:00:00Z", "2027-01-31T00:00Z", "20270131T000000Z",
    "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
    "0000-01-01T00:00:00Z", "２０２７-01-31T00:00:00Z", "2027-01-31T00:00:0\u{0}Z",
  ])
  func `another form or an instant outside of 1970 to 9999 is refused`(_ text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  // EXP-01
  @Test func `a bare date means the end of that UTC day, wherever it was picked`() {
    #expect(Timestamp(expiryText: "2027-01-31")?.rfc3339 == "2027-02-01T00:00:00Z")
    #expect(Timestamp(expiryText: "2024-02-28")?.rfc3339 == "2024-02-29T00:00:00Z")
    #expect(Timestamp(expiryText: "1970-01-01")?.rfc3339 == "1970-01-02T00:00:00Z")
  }

  @Test func `the last day of all ends at the last second that can be shown`() {
    #expect(Timestamp(expiryText: "9999-12-31") == .latest)
  }

  @Test func `an expiry may be a full instant, too`() {
    #expect(
      Timestamp(expiryText: "2027-02-01T09:00:00+09:00") == Timestamp(expiryText: "2027-01-31"))
  }

  @Test(arguments: ["1969-12-30", "2027-02-29", "2027-01-31 ", "2027/01/31", "tomorrow", ""])
  func `what is neither date nor instant is no expiry`(_ text: String) {
    #expect(Timestamp(expiryText: text) == nil)
  }

  // EDG-03
  @Test func `many readers and writers at once all see the same`() async {
    let texts = (0..<1000).map { Timestamp(secondsSinceEpoch: $0 * 250_000_007).rfc3339 }
    let seen = await withTaskGroup(of: Bool.self) { group in
      for text in texts {
        group.addTask { Timestamp(rfc3339: text)?.rfc3339 == text }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(seen == 1000)
  }

  @Test func `years beyond four digits show as the edge`() {
    #expect(Timestamp(secondsSinceEpoch: .max).rfc3339 == "9999-12-31T23:59:59Z")
    #expect(Timestamp(secondsSinceEpoch: .min).rfc3339 == "0000-01-01T00:00:00Z")
    #expect(Timestamp(secondsSinceEpoch: -1).rfc3339 == "1969-12-31T23:59:59Z")
  }
}
