import Instants
import LicenseStore
import Licensing
import MessageBus
import TestWorkers
import Testing

@testable import ServiceAPI

@Suite struct `Activation and renewal over the stores` {
  private let bench: WorkerBench
  private let activation: LaneBench<SeatHandler>
  private let renewal: LaneBench<SeatHandler>

  init() throws {
    bench = try WorkerBench { $0.features = Features(json: #"{"pro":false,"x":1}"#) }
    activation = try LaneBench(bench.makeActivation())
    renewal = try LaneBench(bench.makeRenewal())
  }

  @Test func `a new binding is answered with licence, device, token and credential`() throws {
    let license = try bench.makeLicense(seats: 2, features: #"{"pro":true}"#)
    let answer = try activation.call(bench.activate(license, nonce: "nonce-0123456789"))
    #expect(answer.status == 200)
    #expect(answer["license"]?["status"]?.string == "active")
    #expect(answer["license"]?["devices"]?["remaining"]?.int64 == 1)
    #expect(answer["license"]?["features"]?.compactText == #"{"pro":true,"x":1}"#)
    #expect(answer["device"]?["new"]?.bool == true)
    #expect(answer["token"]?["expires_at"]?.string == (bench.time.now() + 43_200).rfc3339)
    let claims = try #require(answer.claims(bench.publicKey))
    #expect(claims["nonce"]?.string == "nonce-0123456789")
    #expect(claims["device"]?.string == WorkerBench.device)
    #expect(answer["server_time"]?.string == bench.time.now().rfc3339)
  }

  @Test func `a change is in Redis, and off the outbox, when its answer is out`() throws {
    _ = try activation.call(bench.activate(bench.makeLicense()))
    #expect(try bench.redisKeys("b:*").count == 1 && bench.redisKeys("l:*").count == 1)
    #expect(try bench.database.value("SELECT count(*) FROM outbox WHERE kind <> 'apps'") == "0")
  }

  @Test func `a repeat is answered alike, and is not new`() throws {
    let license = try bench.makeLicense()
    let first = try activation.call(bench.activate(license))
    let second = try activation.call(bench.activate(license))
    #expect(second["device"]?["new"]?.bool == false)
    #expect(second["token"] == first["token"])
  }

  @Test func `sent again by the gateway it is carried out once, and answered as new`() throws {
    let license = try bench.makeLicense()
    let id = RequestID.random()
    let request = try bench.activate(license, id: id)
    let first = try activation.call(request)
    let other = try LaneBench(bench.makeActivation())
    let again = try other.call(request)
    #expect(again["device"]?["new"]?.bool == true)
    #expect(again["token"] == first["token"])
    #expect(try bench.database.value("SELECT count(*) FROM device_bindings") == "1")
  }

  @Test func `nothing is done for a request whose deadline passed while others were served`()
    throws
  {
    let license = try bench.makeLicense()
    let request = try bench.activate(license).due(at: bench.time.monotonic())
    #expect(activation.handle([request])[request.id] == nil)
    #expect(try bench.database.value("SELECT count(*) FROM device_bindings") == "0")
    #expect(
      try bench.database.value("SELECT count(*) FROM requests WHERE nonce IS NOT NULL") == "0")
  }

  @Test func `a nonce used before is refused`() throws {
    let license = try bench.makeLicense()
    let nonce = WorkerBench.nonce()
    #expect(try activation.call(bench.activate(license, nonce: nonce)).status == 200)
    let replay = try activation.call(bench.activate(license, nonce: nonce))
    #expect(replay.status == 409 && replay.code == "NONCE_REPLAYED")
  }

  @Test func `after Redis was emptied PostgreSQL still knows the nonce`() throws {
    let license = try bench.makeLicense()
    let nonce = WorkerBench.nonce()
    #expect(try activation.call(bench.activate(license, nonce: nonce)).status == 200)
    try bench.redis.run("flushall")
    #expect(
      try activation.call(bench.activate(license, nonce: nonce)).code == "NONCE_REPLAYED")
  }

  @Test func `a forged request spends no nonce, and one of bad form neither`() throws {
    _ = activation.tick()
    bench.time.advance(milliseconds: 1)
    let license = try bench.makeLicense()
    let nonce = WorkerBench.nonce()
    let forger = CallSigner(id: bench.appID.description, secret: [1])
    let forged = bench.signed(forger, "POST", "/v1/activate", "{}", nonce: nonce)
    #expect(activation.handle([forged])[forged.id] == nil, "it waits for a look")
    bench.time.advance(milliseconds: 50)
    #expect(activation.tick()[forged.id]?.code == "SIGNATURE_INVALID")
    let signer = try bench.signer(of: bench.appID)
    let empty = bench.signed(signer, "POST", "/v1/activate", "{}", nonce: nonce)
    #expect(try activation.call(empty).code == "REQUEST_MALFORMED")
    #expect(try activation.call(bench.activate(license, nonce: nonce)).status == 200)
  }

  @Test func `each refusal has its own answer`() throws {
    let license = try bench.makeLicense()
    let unknown = License.sample(like: license)
    #expect(try activation.call(bench.activate(unknown)).code == "LICENSE_NOT_FOUND")
    let unbound = try renewal.call(bench.renew(license))
    #expect(unbound.status == 403 && unbound.code == "DEVICE_UNBOUND")
    #expect(unbound["license_id"]?.string == license.id.description)
    _ = try activation.call(bench.activate(license))
    let full = try activation.call(bench.activate(license, "device-0002"))
    #expect(full.status == 409 && full.code == "DEVICE_LIMIT_EXCEEDED")
    #expect(full["license_id"]?.string == license.id.description)
    try bench.disable(license)
    let disabled = try renewal.call(bench.renew(license))
    #expect(disabled.status == 403 && disabled.code == "LICENSE_DISABLED")
    try bench.database.run("UPDATE licenses SET disabled_at = NULL")
    let tampered = try activation.call(bench.activate(license))
    #expect(tampered.status == 403 && tampered.code == "LICENSE_TAMPERED")
    #expect(activation.counter("activation_refused") == 3)
  }

  @Test func `another app's code is as unknown as none`() throws {
    let other = try bench.makeLicense(app: bench.makeApp())
    var asked = other
    asked.appID = bench.appID
    #expect(try activation.call(bench.activate(asked)).code == "LICENSE_NOT_FOUND")
  }

  @Test func `path goes before method, and method before signature`() throws {
    func call(_ method: String, _ target: String) throws -> TestAnswer {
      try activation.call(
        .make(method, target, receivedAt: bench.time.monotonic()))
    }
    #expect(try call("GET", "/v1/renew").status == 404)
    let get = try call("GET", "/v1/activate")
    #expect(get.status == 405 && get.headers["allow"] == "POST")
    #expect(try call("POST", "/v1/activate?x=1").code == "SIGNATURE_MISSING")
  }

  // MARK: Limits

  @Test func `a device's limit refuses with the time to wait`() throws {
    try bench.changeApp(bench.appID) { $0.settings.rateLimits.activateDevicePerMinute = 2 }
    let license = try bench.makeLicense()
    for _ in 0..<2 { #expect(try activation.call(bench.activate(license)).status == 200) }
    let refused = try activation.call(bench.activate(license))
    #expect(refused.status == 429 && refused.code == "RATE_LIMITED")
    #expect(refused.headers["ratelimit-policy"] == #""activate_device";q=2;w=60"#)
    let wait = refused.headers["retry-after"].flatMap { Int($0) }
    #expect((1...30).contains(wait ?? 0), "Redis counts by its own clock")
  }

  @Test func `unknown codes are counted by address, and then no code is tried`() throws {
    try bench.changeApp(bench.appID) {
      $0.settings.rateLimits.unknownCodeAddressPer10Minutes = 2
    }
    let license = try bench.makeLicense()
    let unknown = License.sample(like: license)
    for _ in 0..<2 {
      #expect(try activation.call(bench.activate(unknown)).code == "LICENSE_NOT_FOUND")
    }
    #expect(try activation.call(bench.activate(unknown)).code == "RATE_LIMITED")
    #expect(try activation.call(bench.activate(license)).code == "RATE_LIMITED")
  }
}

extension License {
  /// Of the same app, with a code that nobody made.
  static func sample(like license: License) -> License {
    var other = license
    other.code = .generate()
    return other
  }
}
