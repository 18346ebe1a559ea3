import Instants
import Licensing
import Testing

@testable import LicenseStore

@Suite struct `A seat given back` {
  @Test func `is unbound, with one log row, a raised version and word for Redis`() throws {
    let fixture = try DeactivationFixture(quota: "null")
    let grant = try fixture.bind("device-1")
    _ = try fixture.bind("device-2")
    let command = fixture.command(grant)
    let seat = try #require(try fixture.store().deactivate(command).seat)
    #expect(seat.seatsUsed == 1)
    #expect(!seat.binding.isBound && seat.binding.version == grant.binding.version + 1)
    let row = try fixture.seats.database.run(
      """
      SELECT unbound_at IS NOT NULL, unbound_by IS NULL, version FROM device_bindings
      WHERE id = \(grant.binding.id.row)
      """)[0]
    #expect(row == ["t", "t", "\(seat.binding.version)"])
    #expect(try fixture.unbindCount() == 1)
    #expect(seat.outboxIDs.count == 1)
    let outbox = "outbox WHERE id = \(seat.outboxIDs[0]) AND subject_id = \(grant.binding.id.row)"
    #expect(try fixture.seats.count(outbox) == 1)
  }

  @Test func `is given back once: sent again or signed again it is the same, and not counted`()
    throws
  {
    let fixture = try DeactivationFixture(quota: "2")
    let grants = try (0..<3).map { try fixture.bind("device-\($0)") }
    let command = fixture.command(grants[0])
    for again in [command, command, fixture.command(grants[0])] {
      let seat = try #require(try fixture.store().deactivate(again).seat)
      #expect(seat.seatsUsed == 2 && !seat.binding.isBound)
    }
    #expect(try fixture.unbindCount() == 1)
    #expect(try fixture.store().deactivate(fixture.command(grants[1])).seat?.seatsUsed == 1)
    guard
      case .quotaExceeded(2, _) = try fixture.store().deactivate(
        fixture.command(grants[2])
      ).refusal
    else {
      Issue.record("a third seat was given back")
      return
    }
  }

  @Test func `takes its nonce with it, a refused one gives it up`() throws {
    let fixture = try DeactivationFixture(quota: "1")
    let (first, second) = (try fixture.bind("device-1"), try fixture.bind("device-2"))
    let command = fixture.command(first)
    let replay = fixture.command(first) { $0.claim.nonce = command.claim.nonce }
    _ = try fixture.store().deactivate(command)
    #expect(try fixture.store().deactivate(replay) == .nonceReplayed)
    let again = fixture.command(first)
    _ = try fixture.store().deactivate(again)
    let replayOfRepeat = fixture.command(first) { $0.claim.nonce = again.claim.nonce }
    #expect(try fixture.store().deactivate(replayOfRepeat) == .nonceReplayed)
    let refused = fixture.command(second)
    #expect(try fixture.store().deactivate(refused).refusal != nil)
    #expect(try fixture.claims(of: refused) == 0)
  }

  @Test func `waits for the first of the quota to be thirty days back`() throws {
    let fixture = try DeactivationFixture(quota: "2")
    let grants = try (0..<3).map { try fixture.bind("device-\($0)") }
    let start = fixture.seats.time.now()
    for (index, second) in [(0, 0), (1, 100)] as [(Int, Int64)] {
      let command = fixture.command(grants[index]) { $0.now = start + second }
      #expect(try fixture.store().deactivate(command).seat != nil)
    }
    let free = start + 30 * 86_400
    // Its token lives on in Redis.
    func give(at now: Timestamp) throws -> DeactivationOutcome {
      try fixture.store().deactivate(fixture.command(grants[2]) { $0.now = now }) { _, _ in
        now + 60
      }
    }
    #expect(try give(at: start + 200).refusal == .quotaExceeded(limit: 2, until: free))
    #expect(try give(at: free - 1).refusal == .quotaExceeded(limit: 2, until: free))
    #expect(try give(at: free).seat != nil)
  }

  @Test func `an operator's unbinding is neither counted nor a seat given back`() throws {
    let fixture = try DeactivationFixture(quota: "1")
    let (taken, own) = (try fixture.bind("device-1"), try fixture.bind("device-2"))
    try fixture.seats.database.run(
      """
      UPDATE device_bindings SET unbound_at = now(), unbound_by = 'ada', version = version + 1
      WHERE id = \(taken.binding.id.row)
      """)
    let refused = try fixture.store().deactivate(fixture.command(taken))
    #expect(refused.refusal == .notBound(fixture.license.id))
    #expect(try fixture.store().deactivate(fixture.command(own)).seat != nil)
  }

  @Test func `needs a token that is alive, of this binding and licence`() throws {
    let fixture = try DeactivationFixture(quota: "null")
    let grant = try fixture.bind("device-1")
    func refusal(_ adjust: (inout DeactivationCommand) -> Void) throws -> DeactivationRefusal? {
      try fixture.store().deactivate(fixture.command(grant, adjust: adjust)).refusal
    }
    #expect(try refusal { $0.token.bindingID = .random() } == .token(.invalid))
    #expect(try refusal { $0.token.licenseID = .random() } == .token(.invalid))
    #expect(try refusal { $0.token.generation = 2 } == .token(.invalid))
    #expect(try refusal { $0.token.keyNumber = 9 } == .token(.invalid))
    #expect(try refusal { $0.now = grant.tokenEndsAt } == .token(.expired))
    let other = try fixture.seats.makeLicense()
    #expect(try refusal { $0.token.licenseID = other.id } == .token(.invalid))
    #expect(try fixture.unbindCount() == 0)
  }

  @Test func `goes by the end that Redis has`() throws {
    let fixture = try DeactivationFixture(quota: "null")
    let grant = try fixture.bind("device-1")
    let late = fixture.command(grant) { $0.now = grant.tokenEndsAt + 60 }
    #expect(
      try fixture.store().deactivate(late) { _, _ in grant.tokenEndsAt + 61 }.seat != nil)
  }

  @Test func `by a bearer only where the app lets it`() throws {
    for (auth, isRefused) in [("signed", true), ("bearer", false)] {
      let fixture = try DeactivationFixture(quota: "null", auth: auth)
      let grant = try fixture.bind("device-1")
      let command = fixture.command(grant) {
        $0.isBearer = true
        $0.claim.nonce = nil
      }
      let outcome = try fixture.store().deactivate(command)
      #expect((outcome.refusal == .notSigned) == isRefused)
      #expect((outcome.seat != nil) != isRefused)
    }
  }

  @Test func `not of a licence whose row was edited`() throws {
    let fixture = try DeactivationFixture(quota: "null")
    let grant = try fixture.bind("device-1")
    try fixture.seats.database.run("UPDATE licenses SET allow_devices = 7")
    let outcome = try fixture.store().deactivate(fixture.command(grant))
    #expect(outcome.refusal == .tampered(fixture.license.id))
    #expect(try fixture.seats.boundCount(fixture.license) == 1)
  }
}
