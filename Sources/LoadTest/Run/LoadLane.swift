import HTTPLoad
import Instants

/// One thread of a load test: it keeps its connections busy as the schedule says, and judges what
/// comes back.
final class LoadLane: ConnectionReceiver {
  private enum Slot {
    /// Not connected, or lost what it had.
    case absent
    case free
    case away
  }

  private struct Flight {
    var kind = RequestKind.healthz
    var subject = RequestMaker.Subject()
    var dueAt: Int64 = 0
    var sentSeconds: Int64 = 0
  }

  /// After the end, answers are waited for this long.
  static let drainNanoseconds: Int64 = 5_000_000_000

  private let window: LoadWindow
  private let transport: any LoadTransport
  private let progress: LoadProgress
  private let patience: Int64
  private var schedule: Schedule
  private var picker: MixPicker
  private var maker: RequestMaker
  private var judge: AnswerJudge
  private var tally: Tally
  private var slots: [Slot]
  private var flights: [Flight]
  private var awayCount = 0
  private var isStopping = false
  private var seconds: Int64 = 0
  private var secondsReadAt: Int64 = 0

  init(
    _ plan: LoadPlan, _ window: LoadWindow, _ cast: LoadCast, _ transport: any LoadTransport,
    share: LaneShare, keys: KeyRing, progress: LoadProgress,
    patience: Int64 = LoadLane.drainNanoseconds
  ) {
    self.window = window
    self.transport = transport
    self.progress = progress
    self.patience = patience
    schedule = Schedule(
      pace: share.pace, ramp: Int64(plan.rampSeconds) * 1_000_000_000,
      slotCount: transport.slotCount, startingAt: window.start)
    picker = MixPicker(plan.mix)
    maker = RequestMaker(cast)
    judge = AnswerJudge(keys, checkShare: plan.checkShare)
    tally = Tally(plan.mix, durationSeconds: plan.durationSeconds)
    slots = Array(repeating: .absent, count: transport.slotCount)
    flights = Array(repeating: Flight(), count: transport.slotCount)
  }

  func run() -> Tally {
    work(until: window.measuringStarts)
    let cpuBefore = MonotonicClock.threadCPU()
    work(until: window.end)
    // Where the activations ran out the last answers count, and so does the time that they took.
    if tally.ranOut { drain() }
    tally.cpu = MonotonicClock.threadCPU() - cpuBefore
    tally.measuringStarted = window.measuringStarts
    tally.measured = max(0, min(window.end, MonotonicClock.now()) - window.measuringStarts)
    if !tally.ranOut { tally.unsent = schedule.unsent(before: window.end) }
    isStopping = true
    if !tally.ranOut { drain() }
    tally.unanswered = awayCount
    judge.finish(&tally)
    tally.reconnects = max(0, transport.reconnects)
    return tally
  }

  private func work(until end: Int64) {
    while !isStopping {
      let now = MonotonicClock.now()
      if now >= end { return }
      sendDue(now)
      transport.wait(until: min(end, schedule.nextDue ?? end), for: self)
      judge.checkIfCrowded(&tally)
    }
  }

  private func drain() {
    let end = MonotonicClock.now() + patience
    while awayCount > 0, MonotonicClock.now() < end { transport.wait(until: end, for: self) }
  }

  private func sendDue(_ now: Int64) {
    while !isStopping, let turn = schedule.next(at: now) { send(turn, now) }
  }

  private func send(_ turn: Schedule.Turn, _ now: Int64) {
    let kind = picker.next()
    guard let subject = maker.make(kind, seconds: wallSeconds(now)) else {
      tally.ranOut = true
      isStopping = true
      return
    }
    flights[turn.slot] = Flight(
      kind: kind, subject: subject, dueAt: turn.dueAt, sentSeconds: seconds)
    slots[turn.slot] = .away
    awayCount += 1
    transport.send(turn.slot, maker.request(kind))
  }

  /// The wall clock, read ten times a second.
  private func wallSeconds(_ now: Int64) -> Int64 {
    if now - secondsReadAt >= 100_000_000 {
      secondsReadAt = now
      seconds = SystemTimeSource().wall().timestamp.secondsSinceEpoch
    }
    return seconds
  }

  // MARK: What the transport tells

  func ready(_ slot: Int) {
    guard slots[slot] == .absent else { return }
    becomeFree(slot, at: MonotonicClock.now())
  }

  func answered(_ slot: Int, _ answer: borrowing Answer) {
    let flight = flights[slot]
    awayCount -= 1
    progress.countAnswer()
    let now = answer.receivedAt
    let isMeasured = window.isMeasured(now)
    if isMeasured { tally.statuses[answer.status] += 1 }
    let question = AnswerJudge.Question(
      kind: flight.kind, subject: flight.subject, sentSeconds: flight.sentSeconds)
    let isGood = judge.judge(
      answer, question, &maker, &tally, isMeasured: isMeasured || isLate(flight, now))
    if !isGood { progress.countError() }
    if isGood, isMeasured {
      tally.recordGood(
        flight.kind, latency: now - flight.dueAt, at: now - window.measuringStarts)
    }
    becomeFree(slot, at: now)
    sendDue(now)
  }

  func failed(_ slot: Int, hadRequest: Bool, _ fault: HTTPLoadFault) {
    progress.countError()
    if slots[slot] == .away {
      awayCount -= 1
      slots[slot] = .absent
    }
    let now = MonotonicClock.now()
    guard window.isMeasured(now) || hadRequest && isLate(flights[slot], now) else { return }
    tally.recordError(
      hadRequest ? flights[slot].kind : nil, fault.code, example: fault.description)
  }

  /// Due while it was measured and ended afterwards: a failure counts all the same.
  private func isLate(_ flight: Flight, _ now: Int64) -> Bool {
    now >= window.end && window.isMeasured(flight.dueAt)
  }

  private func becomeFree(_ slot: Int, at now: Int64) {
    slots[slot] = .free
    schedule.slotBecameFree(slot, at: now)
  }
}
