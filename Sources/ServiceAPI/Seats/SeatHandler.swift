import Cryptography
import Instants
import LicenseStore
import Licensing
import MessageBus
import Problems
import ServiceKit

/// One lane of a service that binds devices or renews their tokens: one transaction a request.
///
/// Order of a request (api.md, "Conventions"): authorization, form, the nonce in Redis, rates, then
/// the transaction, which claims the nonce in PostgreSQL and decides. Then Redis is written, and the
/// answer signed.
public final class SeatHandler: LaneHandler {
  private let call: SeatCall
  private let session: StoreSession
  private let tokenKeys: TokenKeys
  private let reader: SeatRequestReader
  private let answerer: SeatAnswerer
  private let log: Logger
  private var limits = SeatLimits()
  private var waiting = WaitingRequests()
  private var counts: ReplyCounts
  private var publisher: SeatPublisher

  public init(
    _ call: SeatCall, service: String, session: StoreSession, tokenKeys: TokenKeys,
    credentials: CredentialIssuer, log: Logger
  ) {
    self.call = call
    self.session = session
    self.tokenKeys = tokenKeys
    self.log = log
    reader = SeatRequestReader(
      path: call.path, session: session,
      authenticator: RequestAuthenticator(tokenKeys: tokenKeys))
    answerer = SeatAnswerer(tokenKeys: tokenKeys, credentials: credentials)
    counts = ReplyCounts(service: service)
    publisher = SeatPublisher(session: session)
  }

  // MARK: A lane's life

  public func handle(_ batch: [BusRequest], _ outlet: LaneOutlet) {
    session.tick()
    answer(batch, mayWait: true, outlet)
    answerWaiting(outlet)
  }

  public func tick(_ outlet: LaneOutlet) {
    session.tick()
    answerWaiting(outlet)
  }

  /// A hint says that apps changed; the next look would find it anyway.
  public func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet) {
    try? session.lookAtApps()
  }

  public var nextWake: MonotonicTime? { waiting.nextLook(session) }

  /// Writes need PostgreSQL; without Redis they are slower to take effect, and right all the same.
  public var isAble: Bool {
    session.isPostgresThere && session.postgres.isAvailable && session.clocks.judge()
  }

  public var clockOffsets: [(store: String, milliseconds: Int64)] { session.clockOffsets }

  public var counters: [(name: String, value: UInt64)] { counts.counters + session.counters }

  public func drained(_ outlet: LaneOutlet) {}

  // MARK: Answering

  private func answerWaiting(_ outlet: LaneOutlet) {
    let due = waiting.takeDue(session)
    guard !due.isEmpty else { return }
    do throws(StoreError) {
      try session.lookAtApps(for: due)
    } catch {
      log.debug("A look at the apps failed", [LogField("reason", error.code)])
    }
    answer(due, mayWait: false, outlet)
  }

  private func answer(_ requests: [BusRequest], mayWait: Bool, _ outlet: LaneOutlet) {
    for request in requests where !outlet.turnAway(ifLate: request, at: session.time.monotonic()) {
      answer(request, mayWait: mayWait, outlet)
      // Who has the answer may ask whether its change is in effect; and the next transaction must
      // not keep this answer waiting.
      publisher.strikeOutDelivered()
      outlet.flush()
    }
  }

  private func answer(_ request: BusRequest, mayWait: Bool, _ outlet: LaneOutlet) {
    // By a wrong clock even a refusal is wrong: it tells clients what time it is.
    guard session.clocks.judge() else { return refuse(request, .unavailable, outlet) }
    let now = session.time.now()
    switch reader.read(request, now: now, mayWait: mayWait) {
    case .waits: waiting.add(request)
    case .refused(let problem): refuse(request, problem, outlet)
    case .request(let asked): answer(asked, now, outlet)
    }
  }

  private func answer(_ asked: SeatRequest, _ now: Timestamp, _ outlet: LaneOutlet) {
    do throws(Problem) {
      let grant = try seat(for: asked, now)
      let reply = BusReply.json(try answerer.body(for: asked, grant, now: now))
      counts.add(reply.status)
      outlet.reply(reply, to: asked.request.id)
    } catch {
      refuse(asked.request, error, outlet)
    }
  }

  private func seat(for asked: SeatRequest, _ now: Timestamp) throws(Problem) -> SeatGrant {
    let claim = asked.caller.proof.claim(keyID: asked.keyID, requestID: asked.request.id)
    if try !session.isSentAgain(claim), let problem = limits.refusal(of: asked, call, session) {
      throw problem
    }
    switch try perform(asked, now) {
    case .done(let grant): return grant
    case .nonceReplayed: throw .nonceReplayed
    case .refused(let refusal):
      if refusal == .notFound, let problem = limits.refusal(ofUnknownCode: asked, session) {
        throw problem
      }
      throw refusal.problem
    }
  }

  private func perform(_ asked: SeatRequest, _ now: Timestamp) throws(Problem) -> SeatOutcome {
    let command = command(for: asked, now)
    let write = { [call, session] () throws(StoreError) in
      try call.perform(session.postgres, command, session.slidEnd)
    }
    return try publisher.carryOut(write, change: \.change)
  }

  private func command(for asked: SeatRequest, _ now: Timestamp) -> SeatCommand {
    SeatCommand(
      claim: asked.claim, appID: asked.app.id, code: asked.body.code,
      devices: asked.body.device.candidates,
      fingerprintVersion: asked.body.device.fingerprintVersion,
      description: asked.body.description, address: asked.request.clientAddress, now: now,
      tokenTTLSeconds: asked.app.settings.tokenTTLSeconds,
      tokenKeys: tokenKeys.numbers)
  }

  private func refuse(_ request: BusRequest, _ problem: Problem, _ outlet: LaneOutlet) {
    counts.add(problem.status)
    outlet.reply(.problem(problem, requestID: request.id), to: request.id)
  }
}

extension SeatHandler {
  /// For one lane of a process that is configured so.
  public convenience init(_ call: SeatCall, _ worker: WorkerSettings, _ signing: SigningSettings) {
    self.init(
      call, service: worker.service, session: worker.makeSession(), tokenKeys: signing.tokenKeys,
      credentials: signing.credentials, log: worker.log)
  }
}
