import Instants
import JSON
import Licensing
import Postgres

/// One deactivation inside its transaction: read under locks, decide, write, commit.
///
/// Locks in order: the claim, the licence, its binding. The licence's lock is held to the commit, so
/// that one at a time counts what its devices gave back.
struct DeactivationTransaction {
  let command: DeactivationCommand
  let keys: MasterKeys
  /// Where Redis has moved the end of a binding's token of that generation.
  let slidEnd: (BindingID, UInt32) -> Timestamp?
  let connection: PostgresConnection

  func run() throws(PostgresError) -> DeactivationOutcome {
    let (isFirst, opening) = try open()
    if !isFirst, try !isSentAgain() {
      try connection.rollBack()
      return .nonceReplayed
    }
    guard let opening else { return try refuse(.token(.invalid)) }
    if let refusal = refusal(ofProofFor: opening) { return try refuse(refusal) }
    return try decide(opening)
  }

  // MARK: Reading

  private func open() throws(PostgresError) -> (isFirst: Bool, DeactivationOpening?) {
    let (license, binding) = (command.token.licenseID, command.token.bindingID)
    let answers = try connection.runAll([
      SeatStatements.claim(command.claim, made: .unbinding, [binding], at: command.now),
      DeactivationStatements.license(license), SeatStatements.binding(binding),
      DeactivationStatements.seatsUsed(of: license),
    ])
    return (answers[0].affectedRowCount == 1, try DeactivationOpening(answers[1...]))
  }

  /// Else it is the nonce that was used before.
  private func isSentAgain() throws(PostgresError) -> Bool {
    try !connection.run(SeatStatements.earlierClaim(command.claim.requestID)).isEmpty
  }

  private func refusal(ofProofFor opening: DeactivationOpening) -> DeactivationRefusal? {
    if command.isBearer, opening.app.settings.requestAuthentication == .signed {
      return .notSigned
    }
    let judgement = TokenRules.judge(
      command.token, of: opening.binding.licenseID, state: opening.token,
      slidEnd: slidEnd(opening.binding.id, opening.token.generation), now: command.now)
    switch judgement {
    case .current, .previous: return nil
    case .refused(let reason): return .token(reason)
    case .unknownNewer: return .token(.invalid)
    }
  }

  private func quota(_ opening: DeactivationOpening) throws(PostgresError) -> SelfUnbindQuota {
    var quota = SelfUnbindQuota(limit: opening.app.settings.selfUnbindPer30Days)
    guard let limit = quota.limit, limit >= 1 else { return quota }
    let rows = try connection.run(
      DeactivationStatements.returned(by: opening.license.license.id, last: limit))
    quota.limitReachedAt = try rows.first?.timestamp("unbound_at")
    return quota
  }

  // MARK: Deciding

  private func decide(_ opening: DeactivationOpening) throws(PostgresError) -> DeactivationOutcome {
    let license = opening.license.license
    let quota = try quota(opening)
    let decision = DeactivationDecision.decide(
      license: license, isTampered: opening.license.isTampered(keys), seat: opening.seat,
      quota: quota, now: command.now)
    switch decision {
    case .unbind: return try unbind(opening)
    case .givenBack: return try repeated(opening)
    case .tampered: return try refuse(.tampered(license.id))
    case .notBound: return try refuse(.notBound(license.id))
    case .disabled: return try refuse(.disabled(license.id))
    case .expired: return try refuse(.expired(license.id))
    case .notAllowed: return try refuse(.notAllowed)
    case .quotaExceeded(let free):
      return try refuse(.quotaExceeded(limit: quota.limit ?? 0, until: free))
    }
  }

  /// Nothing stays of a refused write, its claim included.
  private func refuse(_ refusal: DeactivationRefusal) throws(PostgresError) -> DeactivationOutcome {
    try connection.rollBack()
    return .refused(refusal)
  }

  // MARK: Writing

  private func unbind(_ opening: DeactivationOpening) throws(PostgresError) -> DeactivationOutcome {
    let license = opening.license.license
    let answers = try connection.commit(after: [
      UnbindStatement.make(opening.binding.deviceID, of: license.id, by: nil, at: command.now),
      log(opening.binding, of: license).statement,
      SeatStatements.outbox(.binding, opening.binding.id),
    ])
    var binding = opening.binding
    binding.unboundAt = command.now
    binding.version += 1
    return .done(
      ReturnedSeat(
        app: opening.app, license: license, binding: binding, token: opening.token,
        seatsUsed: opening.seatsUsed - 1, outboxIDs: [try answers[2].only().int("id")]))
  }

  /// The claim is committed: its nonce is used up.
  private func repeated(
    _ opening: DeactivationOpening
  ) throws(PostgresError) -> DeactivationOutcome {
    try connection.commit()
    return .done(
      ReturnedSeat(
        app: opening.app, license: opening.license.license, binding: opening.binding,
        token: opening.token, seatsUsed: opening.seatsUsed, outboxIDs: []))
  }

  private func log(_ binding: Binding, of license: License) -> LogRecord {
    LogRecord(
      at: command.now, operatorName: nil, action: .deviceUnbind, target: .license(license.id),
      appID: license.appID, code: license.code,
      detail: ["device": .string(binding.deviceID.text)], address: command.address,
      requestID: command.claim.requestID)
  }
}
