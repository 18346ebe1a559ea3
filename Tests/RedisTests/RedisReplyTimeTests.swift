import Instants
import Testing

@testable import Redis

@Suite struct `What Redis says to TIME` {
  private func answer(_ parts: String...) -> RedisReply {
    .array(parts.map { .bytes(Array($0.utf8)) })
  }

  @Test func `is read in milliseconds`() {
    #expect(answer("1800000000", "999999").time == UnixMilliseconds(1_800_000_000_999))
    #expect(answer("0", "0").time == UnixMilliseconds(0))
  }

  @Test func `may be beyond any clock and stops nobody`() {
    #expect(answer("\(Int64.max)", "0").time == nil)
    #expect(answer("\(Int64.max / 1000)", "999999").time == nil)
    #expect(answer("99999999999999999999", "0").time == nil)
  }

  @Test func `is none where it is anything else`() {
    for reply in [
      answer(), answer("1"), answer("1", "2", "3"), answer("1", "x"), answer("x", "1", "2"),
      answer("-1", "0"), answer("1", "-1"), answer("1", "1000000"), .null, .integer(1),
      .array([.integer(1), .integer(2)]), .error(code: "ERR"),
    ] { #expect(reply.time == nil, "\(reply)") }
  }
}
