import Instants
import LicenseStore
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import ServiceAPI

@Suite struct `Activation and renewal without a store` {
  private let bench: WorkerBench
  private let activation: LaneBench<SeatHandler>

  init() throws {
    bench = try WorkerBench()
    activation = try LaneBench(bench.makeActivation())
  }

  @Test func `without Redis writes work, and the outbox keeps what it must be told`() throws {
    bench.redis.stop()
    let license = try bench.makeLicense()
    let nonce = WorkerBench.nonce()
    #expect(try activation.call(bench.activate(license, nonce: nonce)).status == 200)
    #expect(activation.handler.isAble)
    #expect(try bench.database.value("SELECT count(*) FROM outbox WHERE kind <> 'apps'") == "2")
    #expect(
      try activation.call(bench.activate(license, nonce: nonce)).code == "NONCE_REPLAYED")
    let renewal = try LaneBench(bench.makeRenewal())
    #expect(try renewal.call(bench.renew(license)).status == 200)
  }

  @Test func `without Redis limits are counted in the process, by half`() throws {
    try bench.changeApp(bench.appID) { $0.settings.rateLimits.activateDevicePerMinute = 4 }
    bench.redis.stop()
    let license = try bench.makeLicense()
    for _ in 0..<2 { #expect(try activation.call(bench.activate(license)).status == 200) }
    let refused = try activation.call(bench.activate(license))
    #expect(refused.status == 429)
  }

  @Test func `without PostgreSQL writes are a 503 and the lane is not able`() throws {
    let license = try bench.makeLicense()
    let request = try bench.activate(license)
    let later = try bench.activate(license)
    _ = activation.tick()
    #expect(activation.handler.isAble)
    try bench.gate.shut()
    let answer = try activation.call(request)
    #expect(answer.status == 503 && answer.code == "SERVICE_UNAVAILABLE")
    #expect(answer.headers["retry-after"] == "1")
    #expect(!activation.handler.isAble)

    bench.gate.open()
    bench.time.advance(seconds: 1)
    #expect(try activation.call(later).status == 200)
    #expect(activation.handler.isAble)
  }

  @Test func `an app is known again when its row's revision says that it changed`() throws {
    _ = activation.tick()
    bench.time.advance(milliseconds: 1)
    let app = try bench.makeApp()
    let license = try bench.makeLicense(app: app)
    let request = try bench.activate(license)
    #expect(activation.handle([request]).isEmpty)
    bench.time.advance(milliseconds: 50)
    // Redis was not told of the new app, and says that nothing changed.
    #expect(activation.tick()[request.id]?.code == "SIGNATURE_INVALID")
    try bench.redis.run("flushall")
    bench.time.advance(seconds: 1)
    #expect(try activation.call(bench.activate(license)).status == 200)
  }
}
