import Instants
import JSON
import LicenseStore
import Licensing
import MessageBus
import Problems
import ServiceAPI

/// `POST /v1/deactivate`: takes seats back from the devices that hold them, one transaction each.
///
/// Order of a request (api.md, "Conventions"): authorization, form, the nonce in Redis, the token's
/// rate, then the transaction, which claims the nonce in PostgreSQL and decides. Then Redis is written, and the
/// answer sent.
struct Deactivations {
  private let session: StoreSession
  private let reader: DeactivationReader
  private let overlay = FeatureOverlay()
  private var publisher: SeatPublisher
  private var rates = SharedRates()
  private var counts = ReplyCounts(service: "deactivation")

  init(session: StoreSession, tokenKeys: TokenKeys) {
    self.session = session
    reader = DeactivationReader(authenticator: RequestAuthenticator(tokenKeys: tokenKeys))
    publisher = SeatPublisher(session: session)
  }

  var counters: [(name: String, value: UInt64)] { counts.counters }

  mutating func answer(_ request: BusRequest, _ outlet: LaneOutlet) {
    if outlet.turnAway(ifLate: request, at: session.time.monotonic()) { return }
    let reply = reply(to: request)
    counts.add(reply.status)
    outlet.reply(reply, to: request.id)
    publisher.strikeOutDelivered()
    outlet.flush()
  }

  private mutating func reply(to request: BusRequest) -> BusReply {
    do throws(Problem) {
      // By a wrong clock even a refusal is wrong: it tells clients what time it is.
      guard session.clocks.judge() else { throw .unavailable }
      let now = session.time.now()
      let caller = try reader.read(request, now: now)
      return .json(body(try takeBack(request, caller, now), now))
    } catch {
      return .problem(error, requestID: request.id)
    }
  }

  private mutating func takeBack(
    _ request: BusRequest, _ caller: TokenCaller, _ now: Timestamp
  ) throws(Problem) -> ReturnedSeat {
    let keyID = caller.token.text
    let claim = caller.proof.claim(keyID: keyID, requestID: request.id)
    if try !session.isSentAgain(claim), let problem = refusal(ofAnotherCallBy: caller.token) {
      throw problem
    }
    let command = DeactivationCommand(
      claim: RequestClaim(request, keyID: keyID, caller.proof), token: caller.token,
      isBearer: caller.proof.isBearer, address: request.clientAddress, now: now)
    switch try perform(command) {
    case .done(let seat): return seat
    case .nonceReplayed: throw .nonceReplayed
    case .refused(let refusal): throw refusal.problem(now: now)
    }
  }

  private mutating func refusal(ofAnotherCallBy token: AccessTokenID) -> Problem? {
    let check = RateCheck(rule: .deactivation, appID: nil, subject: token.bindingID.description)
    return rates.refusal(counting: [check], session)
  }

  private mutating func perform(
    _ command: DeactivationCommand
  ) throws(Problem) -> DeactivationOutcome {
    let write = { [session] () throws(StoreError) in
      try session.postgres.deactivate(command, slidEnd: session.slidEnd)
    }
    return try publisher.carryOut(write, change: \.change)
  }

  private func body(_ seat: ReturnedSeat, _ now: Timestamp) -> [UInt8] {
    let features = overlay.features(of: seat.app.features, under: seat.license.features)
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writer.name("license")
    LicenseSummary(seat.license, features: features, now: now).write(
      to: &writer, seats: SeatUse(used: seat.seatsUsed, limit: seat.license.allowDevices))
    writer.endObject()
    return writer.bytes
  }
}
