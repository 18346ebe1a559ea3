import Instants
import LicenseStore
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import Verification

@Suite final class `Verification when PostgreSQL is away`: VerificationSuite {
  @Test func `what Redis has goes on being verified, however old`() throws {
    let token = try bench.token(of: workers.makeLicense(plan: .lifetime))
    #expect(try bench.verify(token).code == "VALID")
    try workers.gate.shut()
    #expect(try bench.verify(token).code == "VALID")
    workers.time.advance(seconds: 7 * 3600)
    #expect(try bench.verify(token).code == "VALID")
    #expect(bench.lane.handler.isAble)
    #expect((bench.lane.counter("seconds_without_postgres") ?? 0) > 0)
  }

  // TOK-02
  @Test func `what was denied stays denied`() throws {
    let license = try workers.makeLicense()
    let token = try bench.token(of: license)
    _ = bench.lane.tick()
    try bench.publish(workers.disable(license))
    try workers.gate.shut()
    #expect(try bench.verify(token).code == "LICENSE_DISABLED")
    workers.time.advance(seconds: 7 * 3600)
    #expect(try bench.verify(token).code == "LICENSE_DISABLED")
  }

  @Test func `what neither store can say is a 503, and is not remembered`() throws {
    let token = try bench.token(of: workers.makeLicense())
    _ = bench.lane.tick()
    for key in try workers.redisKeys("b:*") { try workers.redis.run("del", key) }
    try workers.gate.shut()
    let answer = try bench.verify(token)
    #expect(answer.status == 503 && answer.code == "SERVICE_UNAVAILABLE")
    #expect(answer.headers["retry-after"] == "1")

    workers.gate.open()
    workers.time.advance(seconds: 1)
    #expect(try bench.verify(token).code == "VALID")
  }

  @Test func `without both stores a lane is not able`() throws {
    _ = bench.lane.tick()
    try workers.gate.shut()
    workers.redis.stop()
    workers.time.advance(seconds: 1)
    _ = bench.lane.tick()
    workers.time.advance(seconds: 1)
    _ = bench.lane.tick()
    #expect(!bench.lane.handler.isAble)
  }

  @Test func `ends that could not be written are written when it is back`() throws {
    let token = try bench.token(of: workers.makeLicense())
    #expect(try bench.verify(token).code == "VALID")
    workers.time.advance(seconds: 100)
    try workers.gate.shut()
    #expect(try bench.verify(token).code == "VALID")
    _ = bench.lane.tick()
    #expect(bench.lane.counter("verification_seen_written") == 0)
    workers.gate.open()
    workers.time.advance(seconds: 1)
    _ = bench.lane.tick()
    #expect(bench.lane.counter("verification_seen_written") == 1)
    let end = (workers.time.now() - 1 + 43_200 + 21_600).secondsSinceEpoch
    let written = "SELECT extract(epoch FROM ends_at)::bigint FROM access_tokens"
    #expect(try workers.database.value(written) == "\(end)")
  }

  @Test func `operators' keys that were known serve on, others are a 503`() throws {
    let key = try workers.makeOperatorKey()
    let token = try bench.token(of: workers.makeLicense())
    #expect(try introspect(token, key)["active"]?.bool == true)
    try workers.gate.shut()
    workers.time.advance(seconds: 2)
    #expect(try introspect(token, key)["active"]?.bool == true)
    let other = OperatorSecret.generate().text
    #expect(try introspect(token, other).status == 503)
  }
}
