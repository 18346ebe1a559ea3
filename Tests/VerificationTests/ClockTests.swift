import Instants
import LicenseStore
import MessageBus
import ServiceKit
import TestWorkers
import Testing

@testable import Verification

@Suite struct `Verification by a wrong clock` {
  private let bench: VerificationBench

  init() throws {
    bench = try VerificationBench(clockLimits: .standard)
    bench.workers.setClock(aheadOfStores: 0)
  }

  @Test(arguments: [3600, -3600] as [Int64])
  func `signs nothing, tells no time, and works again by itself`(seconds: Int64) throws {
    let token = try bench.token(of: bench.workers.makeLicense())
    #expect(try bench.verify(token).code == "VALID")

    bench.workers.setClock(aheadOfStores: seconds)
    #expect(!bench.lane.handler.isAble)
    let answer = try bench.verify(token)
    #expect(answer.status == 503 && answer.code == "SERVICE_UNAVAILABLE")
    #expect(answer["credential"] == nil)
    let old = try bench.lane.call(bench.workers.verify(token, secondsAgo: 10_000))
    #expect(old.status == 503 && old["server_time"] == nil)

    bench.workers.setClock(aheadOfStores: 0)
    #expect(try bench.verify(token).code == "VALID")
    #expect(bench.lane.handler.isAble)
  }

  @Test func `goes on without PostgreSQL by Redis' word for the time`() throws {
    let token = try bench.token(of: bench.workers.makeLicense())
    #expect(try bench.verify(token).code == "VALID")
    try bench.workers.gate.shut()
    bench.workers.time.advance(seconds: 1)
    bench.workers.setClock(aheadOfStores: 0)
    #expect(try bench.verify(token).code == "VALID")
    bench.workers.setClock(aheadOfStores: 3600)
    #expect(try bench.verify(token).status == 503)
  }

  @Test func `nonces that the process remembers are not forgotten by it`() throws {
    let token = try bench.token(of: bench.workers.makeLicense())
    bench.workers.redis.stop()
    let captured = bench.workers.verify(token)
    #expect(try bench.lane.call(captured).code == "VALID")
    bench.workers.setClock(aheadOfStores: 3600)
    _ = bench.lane.tick()
    bench.workers.setClock(aheadOfStores: 0)
    let replay = bench.workers.verify(token, nonce: nonce(of: captured))
    #expect(try bench.lane.call(replay).code == "NONCE_REPLAYED")
  }

  private func nonce(of request: BusRequest) -> String {
    let header = String(decoding: request.values(of: "authorization")[0], as: UTF8.self)
    return String(header.split(separator: "nonce=")[1].prefix { $0 != "," })
  }
}
