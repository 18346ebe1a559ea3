import Instants
import Licensing
import Postgres

/// One activation or renewal inside its transaction: read under locks, decide, write, commit.
///
/// Locks in order: the claim, the licence (activations only), then its bindings, ids ascending.
struct SeatTransaction {
  typealias Holding = SeatOpening.Holding

  let command: SeatCommand
  let code: LicenseCode
  let keys: MasterKeys
  /// Where Redis has moved the end of a binding's token of that generation.
  let slidEnd: (BindingID, UInt32) -> Timestamp?
  let connection: PostgresConnection

  func activate() throws(PostgresError) -> SeatOutcome {
    // Chosen now so that the claim can name it: a new binding needs no second look at the claim.
    let candidate = BindingID(rawValue: .random(in: 0 ... .max))
    let opening = try SeatOpening.read(command, code, making: candidate, connection)
    guard opening.isFirst else { return try resume(opening) }
    return switch decideActivation(opening) {
    case .notFound: try refuse(.notFound)
    case .tampered: try refuse(opening, SeatRefusal.tampered)
    case .disabled: try refuse(opening, SeatRefusal.disabled)
    case .expired: try refuse(opening, SeatRefusal.expired)
    case .noSeat: try refuse(opening, SeatRefusal.noSeat)
    case .bind: try bind(candidate, opening)
    case .alreadyBound(let binding, let newID):
      try keep(opening.holding(of: binding), rekeyTo: newID, opening)
    }
  }

  func renew() throws(PostgresError) -> SeatOutcome {
    let opening = try SeatOpening.read(command, code, making: nil, connection)
    guard opening.isFirst else { return try resume(opening) }
    let decision = decideRenewal(opening, opening.holdings, device: command.devices)
    return try carryOut(decision, opening, opening.holdings)
  }

  /// The request was sent before: it is answered for the binding that its first try made, as a
  /// renewal now. Without such a try it was the nonce that is taken.
  private func resume(_ opening: SeatOpening) throws(PostgresError) -> SeatOutcome {
    let rows = try connection.run(SeatStatements.earlierClaim(command.claim.requestID))
    guard let row = rows.first, let id = try row.ints("made_ids").first else {
      try connection.rollBack()
      return .nonceReplayed
    }
    let madeBinding = try row.optionalText("made_kind") == MadeKind.binding.rawValue
    let holding = try holding(BindingID(rawValue: UInt64(bitPattern: id)))
    let decision = decideRenewal(opening, [holding], device: [holding.binding.deviceID])
    return try carryOut(decision, opening, [holding], resuming: true, madeBinding: madeBinding)
  }

  private func holding(_ id: BindingID) throws(PostgresError) -> Holding {
    try Holding(connection.run(SeatStatements.binding(id)).only())
  }
}

extension SeatTransaction {
  private func decideActivation(_ opening: SeatOpening) -> ActivationDecision {
    ActivationDecision.decide(
      license: opening.license?.license, isTampered: isTampered(opening),
      candidates: opening.holdings.map(\.binding), seatsUsed: opening.seatsUsed,
      device: command.devices, now: command.now)
  }

  private func decideRenewal(
    _ opening: SeatOpening, _ holdings: [Holding], device: [DeviceID]
  ) -> RenewalDecision {
    RenewalDecision.decide(
      license: opening.license?.license, isTampered: isTampered(opening),
      boundDevices: holdings.map(\.binding), device: device, now: command.now)
  }

  private func isTampered(_ opening: SeatOpening) -> Bool {
    opening.license?.isTampered(keys) ?? false
  }

  private func carryOut(
    _ decision: RenewalDecision, _ opening: SeatOpening, _ holdings: [Holding],
    resuming: Bool = false, madeBinding: Bool = false
  ) throws(PostgresError) -> SeatOutcome {
    switch decision {
    case .notFound: return try refuse(.notFound)
    case .tampered: return try refuse(opening, SeatRefusal.tampered)
    case .disabled: return try refuse(opening, SeatRefusal.disabled)
    case .expired: return try refuse(opening, SeatRefusal.expired)
    case .notBound: return try refuse(opening, SeatRefusal.notBound)
    case .renew(let binding, let newID):
      guard let holding = holdings.first(where: { $0.binding.id == binding.id }) else {
        throw PostgresError(.unexpectedAnswer)
      }
      return try keep(
        holding, rekeyTo: newID, opening, resuming: resuming, madeBinding: madeBinding)
    }
  }

  private func refuse(
    _ opening: SeatOpening, _ refusal: (LicenseID) -> SeatRefusal
  ) throws(PostgresError) -> SeatOutcome {
    guard let license = opening.license?.license else {
      throw PostgresError(.unexpectedAnswer)
    }
    return try refuse(refusal(license.id))
  }

  /// Nothing stays of a refused write, its claim included.
  private func refuse(_ refusal: SeatRefusal) throws(PostgresError) -> SeatOutcome {
    try connection.rollBack()
    return .refused(refusal)
  }
}

extension SeatTransaction {
  /// A new binding with its first token; the first one of a licence starts its days.
  private func bind(
    _ id: BindingID, _ opening: SeatOpening
  ) throws(PostgresError) -> SeatOutcome {
    guard let row = opening.license else { throw PostgresError(.unexpectedAnswer) }
    let stamped = stamp(row.license)
    let binding = newBinding(id, of: row.license)
    let token = nextToken(after: nil, of: id).state
    var writes = [SeatStatements.bind(binding, token, of: row.license, command)]
    if let stamped {
      writes += [
        LicenseStatements.update(stamped, keys), SeatStatements.outbox(.license, stamped.id),
      ]
    }
    let answers = try connection.commit(after: writes)
    return .done(
      SeatGrant(
        license: stamped ?? row.license, binding: binding, token: token,
        tokenEndsAt: token.endsAt, isNewBinding: true, seatsUsed: opening.seatsUsed + 1,
        outboxIDs: try outboxIDs(answers)))
  }

  /// The device's own binding: the same token again, or the next one.
  private func keep(
    _ holding: Holding, rekeyTo newID: DeviceID?, _ opening: SeatOpening, resuming: Bool = false,
    madeBinding: Bool = false
  ) throws(PostgresError) -> SeatOutcome {
    guard let license = opening.license?.license else { throw PostgresError(.unexpectedAnswer) }
    let pause = holding.binding.secondsUntilRekey(at: command.now)
    if newID != nil, pause > 0 { return try refuse(.rekeyedJustNow(retryAfterSeconds: Int(pause))) }
    let next = nextToken(after: holding.token, of: holding.binding.id)
    let binding = kept(holding.binding, rekeyTo: newID, hasNewToken: next.isNew)
    var writes = [SeatStatements.keep(binding, command)]
    if !resuming { writes.append(SeatStatements.claimMadeToken(of: binding.id, command)) }
    if next.isNew { writes.append(SeatStatements.replaceToken(of: binding.id, by: next.state)) }
    if newID != nil {
      writes.append(
        SeatStatements.logRekey(binding, from: holding.binding.deviceID, of: license, command))
    }
    if binding.version > holding.binding.version {
      writes.append(SeatStatements.outbox(.binding, binding.id))
    }
    let answers = try connection.commit(after: writes)
    return .done(
      SeatGrant(
        license: license, binding: binding, token: next.state, tokenEndsAt: next.endsAt,
        isNewBinding: madeBinding, seatsUsed: opening.seatsUsed,
        outboxIDs: try outboxIDs(answers)))
  }

  private func stamp(_ license: License) -> License? {
    if case .changed(let stamped) = LicenseChange.activate(license, now: command.now) {
      stamped
    } else {
      nil
    }
  }

  private func newBinding(_ id: BindingID, of license: License) -> Binding {
    Binding(
      id: id, licenseID: license.id, deviceID: command.devices[0], device: command.description,
      firstSeenAt: command.now, lastSeenAt: command.now, unboundAt: nil, version: 1)
  }

  /// Its version rises with a new token or a new id; who it says it is decides nothing.
  private func kept(_ binding: Binding, rekeyTo newID: DeviceID?, hasNewToken: Bool) -> Binding {
    var kept = binding
    kept.deviceID = newID ?? binding.deviceID
    if newID != nil { kept.rekeyedAt = command.now }
    kept.device = binding.device.updated(by: command.description)
    kept.lastSeenAt = max(binding.lastSeenAt, command.now)
    if hasNewToken || newID != nil { kept.version += 1 }
    return kept
  }

  private func nextToken(
    after current: TokenState?, of id: BindingID
  ) -> (state: TokenState, isNew: Bool, endsAt: Timestamp) {
    let slid = current.flatMap { slidEnd(id, $0.generation) }
    let next = TokenRules.next(
      current: current, slidEnd: slid, now: command.now, ttlSeconds: command.tokenTTLSeconds,
      keys: command.tokenKeys)
    let end = next.isNew ? next.state.endsAt : TokenRules.ownEnd(of: next.state, slidEnd: slid)
    return (next.state, next.isNew, end)
  }

  /// Statements that write the outbox, and only they, answer with a row.
  private func outboxIDs(_ answers: [PostgresRows]) throws(PostgresError) -> [Int64] {
    var ids: [Int64] = []
    for row in answers.compactMap(\.first) { ids.append(try row.int("id")) }
    return ids
  }
}

extension DeviceDescription {
  /// What `newer` leaves out stays.
  fileprivate func updated(by newer: DeviceDescription) -> DeviceDescription {
    DeviceDescription(
      name: newer.name ?? name, model: newer.model ?? model,
      systemVersion: newer.systemVersion ?? systemVersion,
      isSimulator: newer.isSimulator ?? isSimulator,
      isJailbroken: newer.isJailbroken ?? isJailbroken)
  }
}
