import Cryptography
import Instants
import LicenseStore
import Licensing
import MessageBus
import Problems
import ServiceAPI
import ServiceKit

/// One lane of verification: verify, introspect and config, a whole batch at a time.
public final class VerificationHandler: LaneHandler {
  private let session: StoreSession
  private let reader: RequestReader
  private let keys = OperatorKeyCache()
  private let lookup: TokenLookup
  private let credentials: CredentialIssuer
  private var answerer: Answerer
  private var rates = TokenRates()
  private var slides = SlidEnds()
  private var waiting = WaitingRequests()
  private var counts = ReplyCounts(service: "verification")
  private let log: Logger

  public init(
    session: StoreSession, tokenKeys: TokenKeys, credentials: CredentialIssuer, log: Logger
  ) {
    self.session = session
    self.log = log
    reader = RequestReader(session: session, tokenKeys: tokenKeys, keys: keys)
    lookup = TokenLookup(session: session)
    self.credentials = credentials
    answerer = Answerer(issuer: credentials.issuer)
  }

  // MARK: A lane's life

  public func handle(_ batch: [BusRequest], _ outlet: LaneOutlet) {
    session.tick()
    answer(batch, mayWait: true, outlet)
    answerWaiting(outlet)
    outlet.flush()
  }

  public func pause(_ outlet: LaneOutlet) { slides.flushToRedis(session) }

  public func tick(_ outlet: LaneOutlet) {
    session.tick()
    // What was claimed or refused is remembered for a time: not by a wrong clock.
    if session.clocks.judge() { lookup.tick(now: session.time.now()) }
    answerWaiting(outlet)
    outlet.flush()
    slides.flushToPostgres(session, log: log)
  }

  /// A hint says that apps changed; the next look would find it anyway.
  public func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet) {
    try? session.lookAtApps()
  }

  public var nextWake: MonotonicTime? {
    [waiting.nextLook(session), slides.nextFlush].compactMap { $0 }.min()
  }

  /// Either store is enough to answer from.
  public var isAble: Bool {
    (session.epoch != nil || session.isPostgresThere) && session.clocks.judge()
  }

  public var clockOffsets: [(store: String, milliseconds: Int64)] { session.clockOffsets }

  public func drained(_ outlet: LaneOutlet) {
    slides.flushToRedis(session)
    slides.writeAtTheEnd(session, log: log)
  }

  public var counters: [(name: String, value: UInt64)] {
    counts.counters + [
      ("verification_postgres_lookups", lookup.askedOfPostgres),
      ("verification_seen_written", slides.written),
      ("verification_seen_dropped", slides.dropped),
    ] + session.counters
  }

  // MARK: Answering

  private func answerWaiting(_ outlet: LaneOutlet) {
    let due = waiting.takeDue(session)
    guard !due.isEmpty else { return }
    do throws(StoreError) {
      try session.lookAtApps(for: due)
    } catch {
      log.debug("A look at the apps failed", [LogField("reason", error.code)])
    }
    keys.ask(for: due.compactMap(OperatorSecret.init(shownBy:)), session)
    answer(due, mayWait: false, outlet)
  }

  private func answer(_ requests: [BusRequest], mayWait: Bool, _ outlet: LaneOutlet) {
    // By a wrong clock even a refusal is wrong: it tells clients what time it is.
    guard session.clocks.judge() else {
      return requests.forEach { refuse($0, .unavailable, outlet) }
    }
    let now = session.time.wall()
    var questions: [Question] = []
    for request in requests {
      switch reader.read(request, now: now.timestamp, mayWait: mayWait) {
      case .question(let question): questions.append(question)
      case .appConfig(let caller): answerConfig(request, caller, now, outlet)
      case .answer(let reply): self.reply(reply, to: request, outlet)
      case .refused(let problem): refuse(request, problem, outlet)
      case .waits: waiting.add(request)
      }
    }
    answer(questions, now: now, outlet)
  }

  private func answerConfig(
    _ request: BusRequest, _ caller: AppCaller, _ now: UnixMilliseconds, _ outlet: LaneOutlet
  ) {
    let claim = caller.proof.claim(keyID: caller.app.id.description, requestID: request.id)
    if let finding = lookup.claim(claim, of: caller.proof, now: now.timestamp) {
      return refuse(request, finding.problem(now: now.timestamp), outlet)
    }
    let answer = ConfigAnswer(
      settings: ClientSettings(caller.app.settings), features: caller.app.features)
    reply(answer.reply(to: request, now: now.timestamp), to: request, outlet)
  }

  private func answer(_ questions: [Question], now: UnixMilliseconds, _ outlet: LaneOutlet) {
    guard !questions.isEmpty else { return }
    let found = lookup.find(questions, alongWith: slides.writes, now: now)
    slides.forgetWrites()
    let refusals = rates.refusals(
      of: zip(questions, found).map { rateCheck($0, $1) }, session, now: now)
    var verdicts: [(request: BusRequest, verdict: UnsignedVerdict)] = []
    for (index, question) in questions.enumerated() {
      if let refusal = refusals[index] {
        refuse(question.request, refusal, outlet)
        continue
      }
      switch answer(to: question, found[index].finding, now.timestamp) {
      case .reply(let reply): self.reply(reply, to: question.request, outlet)
      case .verdict(let verdict): verdicts.append((question.request, verdict))
      }
    }
    let sealed = credentials.seal(verdicts.map(\.verdict.statement))
    for ((request, verdict), credential) in zip(verdicts, sealed) {
      reply(verdict.reply(credential), to: request, outlet)
    }
  }

  private func answer(to question: Question, _ finding: Finding, _ now: Timestamp) -> Answer {
    switch finding {
    case .standing(let standing): answer(to: question, standing, now)
    case .refused(let reason): .reply(answerer.refuse(question, reason))
    case .nonceReplayed, .notFresh, .unavailable: refusal(of: question, finding.problem(now: now))
    }
  }

  private func answer(to question: Question, _ standing: Standing, _ now: Timestamp) -> Answer {
    guard let app = session.apps[standing.license.appID]?.app else {
      return refusal(of: question, .unavailable)
    }
    if let problem = refusal(of: question, by: app) { return refusal(of: question, problem) }
    guard isVisible(app, to: question) else {
      return .reply(answerer.refuse(question, .invalid))
    }
    let answer = answerer.answer(question, standing, app: app, now: now)
    if case .verdict(let verdict) = answer, let end = verdict.slidEnd {
      slides.slide(standing, to: end, ttlSeconds: app.settings.tokenTTLSeconds, now: now)
    }
    return answer
  }

  private func refusal(of question: Question, _ problem: Problem) -> Answer {
    .reply(.problem(problem, requestID: question.request.id))
  }

  /// A bearer where the app wants signatures is no proof.
  private func refusal(of question: Question, by app: App) -> Problem? {
    guard case .bearer? = question.proof, app.settings.requestAuthentication == .signed else {
      return nil
    }
    return .signatureMissing
  }

  private func isVisible(_ app: App, to question: Question) -> Bool {
    guard case .introspect(let visibleApp?) = question.call else { return true }
    return app.id == visibleApp
  }

  private func rateCheck(_ question: Question, _ found: Found) -> RateCheck? {
    guard case .verify = question.call, !found.isSentAgain,
      case .standing(let standing) = found.finding,
      let app = session.apps[standing.license.appID]?.app,
      let rule = app.settings.rateLimits.rule(.verifyToken)
    else { return nil }
    return RateCheck(rule: rule, appID: app.id, subject: question.token.text)
  }

  private func refuse(_ request: BusRequest, _ problem: Problem, _ outlet: LaneOutlet) {
    reply(.problem(problem, requestID: request.id), to: request, outlet)
  }

  private func reply(_ reply: BusReply, to request: BusRequest, _ outlet: LaneOutlet) {
    counts.add(reply.status)
    outlet.reply(reply, to: request.id)
  }
}

extension VerificationHandler {
  /// For one lane of a process that is configured so.
  public convenience init(_ worker: WorkerSettings, _ signing: SigningSettings) {
    self.init(
      session: worker.makeSession(), tokenKeys: signing.tokenKeys,
      credentials: signing.credentials, log: worker.log)
  }
}
