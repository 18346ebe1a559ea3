import Instants
import LicenseStore
import ServiceKit
import TestWorkers
import Testing

@testable import ServiceAPI

@Suite struct `Activation and renewal by a wrong clock` {
  private let bench: WorkerBench
  private let activation: LaneBench<SeatHandler>

  init() throws {
    bench = try WorkerBench()
    bench.clockLimits = .standard
    bench.setClock(aheadOfStores: 0)
    activation = try LaneBench(bench.makeActivation())
  }

  @Test(arguments: [3600, -3600, 31 + 10] as [Int64])
  func `are refused with 503 and leave nothing, and work again by themselves`(
    seconds: Int64
  ) throws {
    let license = try bench.makeLicense()
    _ = activation.tick()
    #expect(activation.handler.isAble)

    bench.setClock(aheadOfStores: seconds)
    #expect(!activation.handler.isAble, "before any store was asked again")
    for _ in 0..<2 {
      let answer = try activation.call(bench.activate(license))
      #expect(answer.status == 503 && answer.code == "SERVICE_UNAVAILABLE")
      #expect(answer.headers["retry-after"] == "1")
      #expect(answer["server_time"] == nil)
      bench.time.advance(seconds: 1)
    }
    #expect(try bench.database.value("SELECT count(*) FROM device_bindings") == "0")
    #expect(try bench.redisKeys("n*").isEmpty, "no nonce is spent")

    bench.setClock(aheadOfStores: 0)
    #expect(try activation.call(bench.activate(license)).status == 200)
    #expect(activation.handler.isAble)
  }

  @Test func `are refused with 503, too, where the clock was set while the request was in hand`()
    throws
  {
    let license = try bench.makeLicense()
    _ = activation.tick()
    let request = try bench.activate(license).due(at: bench.time.monotonic() + 5000)
    bench.setClock(aheadOfStores: 3600)
    #expect(try activation.call(request).status == 503)
  }

  @Test func `a worker that starts with a wrong clock is not able`() throws {
    bench.setClock(aheadOfStores: 3600)
    let late = try LaneBench(bench.makeRenewal())
    _ = late.tick()
    #expect(!late.handler.isAble)
    let offsets = late.handler.clockOffsets.map { "\($0.store) \($0.milliseconds / 60_000)" }
    #expect(offsets == ["postgres 59", "redis 59"] || offsets == ["postgres 60", "redis 60"])
  }

  @Test func `Redis is asked for its time by one lane of a process, every five seconds`() throws {
    let clocks = ClockWatch(time: bench.time, log: bench.log)
    let lanes = try (0..<3).map { _ in try bench.makeSession(clocks: clocks) }
    func asked() throws -> Int {
      let calls = try bench.redis.run("info", "commandstats").split(separator: "_time:calls=")
      return calls.dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    }
    for (second, expected) in [(0, 1), (1, 1), (4, 1), (5, 2), (6, 2)] {
      bench.time.advance(
        milliseconds: Int64(second) * 1000 - bench.time.monotonic().nanoseconds / 1_000_000)
      for lane in lanes { lane.tick() }
      #expect(try asked() == expected, "after \(second) s")
    }
    #expect(lanes[0].clockOffsets.map(\.store) == ["postgres", "redis"])
  }
}
