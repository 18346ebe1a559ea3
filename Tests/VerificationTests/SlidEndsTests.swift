import Instants
import LicenseStore
import Licensing
import TestWorkers
import Testing

@testable import Verification

@Suite final class `Ends that valid verdicts moved`: VerificationSuite {
  private let written = "SELECT extract(epoch FROM ends_at)::bigint FROM access_tokens"

  private func postgresEnd() throws -> Int64? { Int64(try workers.database.value(written)) }

  @Test func `are in Redis after the batch, and every process uses them`() throws {
    let token = try bench.token(of: workers.makeLicense())
    workers.time.advance(seconds: 43_199)
    #expect(try bench.verify(token).code == "VALID")
    workers.time.advance(seconds: 43_199)
    let other = try bench.sibling()
    #expect(try other.call(workers.verify(token)).code == "VALID")
    workers.time.advance(seconds: 43_200)
    let ended = try bench.verify(token)
    #expect(ended.status == 401 && ended.code == "TOKEN_EXPIRED")
  }

  @Test func `go to PostgreSQL once in half a life, with half a life more`() throws {
    let token = try bench.token(of: workers.makeLicense())
    let start = workers.time.now().secondsSinceEpoch
    #expect(try bench.verify(token).code == "VALID")
    _ = bench.lane.tick()
    #expect(try postgresEnd() == start + 43_200, "it has that end already")

    workers.time.advance(seconds: 1)
    #expect(try bench.verify(token).code == "VALID")
    _ = bench.lane.tick()
    let end = start + 1 + 43_200 + 21_600
    #expect(try postgresEnd() == end)
    #expect(
      try workers.database.value(
        "SELECT extract(epoch FROM last_seen_at)::bigint FROM device_bindings")
        == "\(start + 1)")

    workers.time.advance(seconds: 21_600)
    #expect(try bench.verify(token).code == "VALID")
    _ = bench.lane.tick()
    #expect(try postgresEnd() == end)
    #expect(bench.lane.counter("verification_seen_written") == 1)
  }

  @Test func `are written at the end of a lane`() throws {
    let token = try bench.token(of: workers.makeLicense())
    workers.time.advance(seconds: 1)
    let start = workers.time.now().secondsSinceEpoch
    #expect(try bench.verify(token).code == "VALID")
    bench.lane.drain()
    #expect(try postgresEnd() == start + 43_200 + 21_600)
  }

  @Test func `where Redis has none, PostgreSQL's later one counts`() throws {
    let token = try bench.token(of: workers.makeLicense())
    workers.time.advance(seconds: 1)
    #expect(try bench.verify(token).code == "VALID")
    _ = bench.lane.tick()
    try workers.redis.run("flushall")
    workers.time.advance(seconds: 50_000)
    #expect(try bench.verify(token).code == "VALID")
  }

  @Test func `of a refusal do not move`() throws {
    let license = try workers.makeLicense()
    let token = try bench.token(of: license)
    #expect(try bench.verify(token).code == "VALID")
    try bench.publish(workers.disable(license))
    workers.time.advance(seconds: 40_000)
    #expect(try bench.verify(token).code == "LICENSE_DISABLED")
    workers.time.advance(seconds: 3_200)
    #expect(try bench.verify(token).code == "TOKEN_EXPIRED")
  }
}
