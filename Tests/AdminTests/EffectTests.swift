import Instants
import JSON
import LicenseStore
import Licensing
import ServiceKit
import Testing

@testable import Admin

/// `in_effect`, the outbox and what goes on with it.
struct EffectTests {
  private let admin: AdminFixture
  private let duties: AdminDuties
  private let license: String

  init() throws {
    admin = try AdminFixture()
    duties = AdminDuties(
      store: admin.store, publisher: admin.publisher, time: admin.time,
      log: Logger(process: "test", level: .error))
    license = try admin.makeLicenseID(try admin.makeApp())
    _ = admin.publisher.takeChanges()
  }

  @Test func `a change is told before its answer, and struck out`() throws {
    let reply = try disable()
    #expect(reply["in_effect"]?.bool == true)
    #expect(told() == [2])
    #expect(try admin.count("outbox") == 0)
  }

  @Test func `without Redis a change is committed, not in effect, and told later`() throws {
    admin.publisher.epoch = nil
    let reply = try disable()
    #expect(reply.status == 200 && reply["status"]?.string == "disabled")
    #expect(reply["in_effect"]?.bool == false)
    #expect(try shown()["in_effect"]?.bool == false)
    #expect(try admin.count("outbox") == 1)

    admin.publisher.epoch = 1
    try makeOutboxDue()
    duties.tick()
    #expect(told() == [2])
    #expect(try admin.count("outbox") == 0)
    #expect(try shown()["in_effect"]?.bool == true)
  }

  @Test func `what is delivered is read anew`() throws {
    admin.publisher.epoch = nil
    try disable()
    try admin.call("POST", "/licenses/\(license)/enable")
    admin.publisher.epoch = 1
    try makeOutboxDue()
    duties.tick()
    #expect(told() == [3, 3], "both rows tell the state of now")
    #expect(try admin.count("outbox") == 0)
  }

  @Test func `within three seconds of a new epoch nothing is said to be in effect`() throws {
    admin.publisher.ageSeconds = 2
    #expect(try disable()["in_effect"]?.bool == false)
    admin.publisher.ageSeconds = 3
    #expect(try shown()["in_effect"]?.bool == true)
  }

  @Test func `an epoch that began meanwhile leaves the row in the outbox`() throws {
    admin.publisher.rowEpoch = 2
    #expect(try disable()["in_effect"]?.bool == false)
    #expect(try admin.count("outbox") == 1)
    admin.publisher.epoch = 2
    try makeOutboxDue()
    duties.tick()
    #expect(try admin.count("outbox") == 0)
    #expect(try shown()["in_effect"]?.bool == true)
  }

  @Test func `what a tampered row says is not told`() throws {
    admin.publisher.epoch = nil
    try disable()
    try admin.database.run("UPDATE licenses SET disabled_at = NULL")
    admin.publisher.epoch = 1
    try makeOutboxDue()
    duties.tick()
    #expect(told() == [])
    #expect(try admin.count("outbox") == 1)
  }

  @Test func `a deletion takes back what there was to tell`() throws {
    admin.publisher.epoch = nil
    try disable()
    try admin.call("DELETE", "/licenses/\(license)")
    #expect(try admin.count("outbox") == 0)
  }

  @Test func `what fails is tried again, ever more seldom`() throws {
    admin.publisher.epoch = nil
    try disable()
    for attempt in 2...4 {
      try makeOutboxDue()
      admin.time.advance(seconds: 1)
      duties.tick()
      #expect(try admin.database.value("SELECT attempts FROM outbox") == "\(attempt)")
    }
    #expect(
      try admin.database.value("SELECT next_attempt_at > now() + interval '3 s' FROM outbox")
        == "t")
  }

  @Test func `claims of a day ago are swept, younger ones stay`() throws {
    #expect(try admin.count("requests") == 2)
    admin.time.advance(seconds: 86_400)
    duties.tick()
    #expect(try admin.count("requests") == 2)
    admin.time.advance(seconds: 60)
    duties.tick()
    #expect(try admin.count("requests") == 0)
  }

  @Test func `one process at a time is on duty`() throws {
    let other = try admin.sibling()
    let first = try admin.store.onDuty { () throws(StoreError) in
      let second = try other.store.onDuty { () throws(StoreError) in
        Issue.record("two on duty")
      }
      #expect(!second)
    }
    #expect(first)
    #expect(try other.store.onDuty { () throws(StoreError) in })
  }

  @Test func `a call hints at what it changed`() throws {
    _ = admin.service.takeHints()
    try disable()
    #expect(admin.service.takeHints().map(\.topic) == ["license"])
    try disable()
    #expect(admin.service.takeHints() == [])
    _ = try admin.makeApp("B")
    #expect(admin.service.takeHints() == [.apps])
  }

  @Test func `without PostgreSQL a call is refused and says when to come again`() throws {
    let reply = try admin.stranded().call("GET", "/licenses/\(license)")
    #expect(reply.status == 503 && reply.code == "SERVICE_UNAVAILABLE")
    #expect(reply.headers["retry-after"] == "1")
  }

  @discardableResult
  private func disable() throws -> AdminFixture.Reply {
    try admin.call("POST", "/licenses/\(license)/disable")
  }

  private func shown() throws -> AdminFixture.Reply {
    try admin.call("GET", "/licenses/\(license)")
  }

  private func makeOutboxDue() throws {
    try admin.database.run(
      """
      UPDATE outbox SET created_at = created_at - interval '1 h',
        next_attempt_at = now() - interval '1 h'
      """)
  }

  /// The licence's versions that Redis was told.
  private func told() -> [Int64] {
    admin.publisher.takeChanges().compactMap { change in
      if case .license(let license, _) = change { license.version } else { nil }
    }
  }
}
