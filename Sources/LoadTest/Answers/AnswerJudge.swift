import HTTPLoad

/// Judges answers: a look at each, a full check of a share of them, and what they teach (tokens).
struct AnswerJudge {
  struct Question {
    let kind: RequestKind
    let subject: RequestMaker.Subject
    let sentSeconds: Int64
  }

  private let look = AnswerLook()
  private var sampler: Sampler
  private var queue = CheckQueue()
  private var checker: ProofChecker

  init(_ keys: KeyRing, checkShare: Double) {
    sampler = Sampler(share: checkShare)
    checker = ProofChecker(keys)
  }

  /// Says whether the answer is good, at a first look.
  mutating func judge(
    _ answer: borrowing Answer, _ question: Question, _ maker: inout RequestMaker,
    _ tally: inout Tally, isMeasured: Bool
  ) -> Bool {
    switch look.verdict(question.kind, answer) {
    case .good:
      learn(answer, question, &maker, &tally)
      sample(answer, question, maker)
      return true
    case .refused:
      if isMeasured { complain(answer, question.kind, &tally) }
      return false
    case .wrong:
      tally.wrong += 1
      complain(answer, question.kind, &tally)
      return false
    }
  }

  private func complain(
    _ answer: borrowing Answer, _ kind: RequestKind, _ tally: inout Tally
  ) {
    // An autoclosure cannot borrow what is lent; failures may cost a little.
    let example = String(
      decoding: answer.body().prefix(ErrorTally.exampleLimitBytes), as: UTF8.self)
    tally.recordError(kind, AnswerLook.reason(answer), example: example)
  }

  private func learn(
    _ answer: borrowing Answer, _ question: Question, _ maker: inout RequestMaker,
    _ tally: inout Tally
  ) {
    switch question.kind {
    case .activate:
      if answer.contains(AnswerLook.boundBefore) { tally.repeatedActivations += 1 }
    case .renew:
      let device = question.subject.device
      if answer.hasText(maker.cast.tokens.text(device), behind: AnswerLook.accessToken) {
        tally.sameTokens += 1
      } else if let token = answer.text(
        behind: AnswerLook.accessToken, limitBytes: TokenTable.tokenByteCount),
        TokenTable.isToken(token)
      {
        tally.newTokens += 1
        maker.keep(token: token, of: device)
      }
    case .verify, .config, .introspect, .healthz: break
    }
  }

  private mutating func sample(
    _ answer: borrowing Answer, _ question: Question, _ maker: borrowing RequestMaker
  ) {
    guard question.kind.hasProof, sampler.chooses() else { return }
    let device =
      question.kind == .activate
      ? maker.cast.deviceNames.name(question.subject.device, .activated)
      : maker.cast.deviceNames.name(maker.cast.devices[question.subject.device], .enrolled)
    let expected = Expectation(
      appID: maker.cast.appID, deviceID: device,
      nonce: maker.nonces.text(of: question.subject.nonce), sentSeconds: question.sentSeconds)
    queue.append(
      CheckQueue.Item(kind: question.kind, body: answer.body(), expected: expected))
  }

  /// Checks now what has no more room to wait.
  mutating func checkIfCrowded(_ tally: inout Tally) {
    while queue.isFull, let item = queue.takeLast() { check(item, &tally) }
  }

  /// Checks all that waits.
  mutating func finish(_ tally: inout Tally) {
    while let item = queue.takeLast() { check(item, &tally) }
    tally.checks = checker.tally
  }

  private mutating func check(_ item: CheckQueue.Item, _ tally: inout Tally) {
    do throws(ProofFlaw) {
      try checker.check(item.body, item.expected)
    } catch {
      tally.wrong += 1
      let example = String(decoding: item.body, as: UTF8.self)
      tally.recordError(item.kind, "proof: \(error.rawValue)", example: example)
    }
  }
}
