import Instants
import JSON
import LicenseStore
import Licensing
import MessageBus
import ServiceAPI
import ServiceKit
import TestWorkers
import Testing

@testable import Verification

/// One lane of verification and one of activation, over the same stores.
struct VerificationBench {
  let workers: WorkerBench
  let lane: LaneBench<VerificationHandler>
  let session: StoreSession
  private let activation: LaneBench<SeatHandler>

  init(
    clockLimits: ClockLimits = .none, _ adjust: (inout App) -> Void = { _ in }
  ) throws {
    workers = try WorkerBench(adjust)
    workers.clockLimits = clockLimits
    session = try workers.makeSession()
    lane = try LaneBench(Self.makeHandler(workers, session))
    activation = try LaneBench(workers.makeActivation())
  }

  /// Another process of the same service.
  func sibling() throws -> LaneBench<VerificationHandler> {
    try LaneBench(Self.makeHandler(workers, try workers.makeSession()))
  }

  private static func makeHandler(
    _ workers: WorkerBench, _ session: StoreSession
  ) -> VerificationHandler {
    VerificationHandler(
      session: session, tokenKeys: workers.tokenKeys, credentials: workers.credentials,
      log: workers.log)
  }

  /// The access token of a device that was just bound.
  func token(of license: License, _ device: String = WorkerBench.device) throws -> String {
    let answer = try activation.call(workers.activate(license, device))
    return try #require(answer["token"]?["access_token"]?.string)
  }

  func verify(_ token: String, _ body: String = "") throws -> TestAnswer {
    try lane.call(workers.verify(token, body))
  }

  func claims(_ answer: TestAnswer) throws -> JSONValue {
    try #require(answer.claims(workers.publicKey))
  }

  func epoch() throws -> Int64 {
    session.tick()
    return try #require(session.epoch)
  }

  /// As the administration tells Redis of a changed licence.
  func publish(_ license: License) throws {
    let epoch = try self.epoch()
    let stored = StoredLicense(license, readAt: workers.time.wall())
    #expect(try session.redis.publish(.license(stored), epoch: epoch) == .written)
  }

  func publishApps() throws {
    let epoch = try self.epoch()
    let revision = try workers.operators.appsRevision()
    _ = try session.redis.publish(.appsRevision(revision), epoch: epoch)
  }

  var lookups: UInt64? { lane.counter("verification_postgres_lookups") }
}
