import Instants
import LicenseStore
import Licensing
import ServiceAPI

/// A finding, and whether the request was seen before: sent again by the gateway, it is not counted
/// twice.
struct Found {
  let finding: Finding
  let isSentAgain: Bool
}

/// Looks a batch of questions up: one Redis trip, then one query for what Redis did not have.
///
/// Without Redis PostgreSQL answers all, and nonces are remembered by the process; without
/// PostgreSQL what Redis has counts, even where it would be read anew by now.
final class TokenLookup {
  private let session: StoreSession
  private var nonces = NonceKeeper()
  private var refusals = RefusedTokens()
  /// Questions that went on to PostgreSQL.
  private(set) var askedOfPostgres: UInt64 = 0

  init(session: StoreSession) { self.session = session }

  /// What was found, question by question. Slid ends of earlier answers go along to Redis.
  func find(
    _ questions: [Question], alongWith slides: [SlideWrite] = [], now: UnixMilliseconds
  ) -> [Found] {
    guard !questions.isEmpty else { return [] }
    let trip = RedisTrip.take(for: questions, alongWith: slides, session)
    var cases = questions.indices.map { index in
      Case(question: questions[index], known: trip?.standings[index], end: trip?.ends[index])
    }
    claimNonces(of: &cases, trip, now: now.timestamp)
    for index in cases.indices { cases[index].settle(from: refusals, now: now) }
    askPostgres(about: &cases, epoch: trip?.epoch, now: now)
    return cases.map { Found(finding: $0.finding ?? .unavailable, isSentAgain: $0.isSentAgain) }
  }

  /// To be called once a second.
  func tick(now: Timestamp) { nonces.forgetEnded(at: now) }

  /// For a call that an app signs: claims its nonce, and says what speaks against it.
  func claim(_ claim: NonceClaim?, of proof: Proof, now: Timestamp) -> Finding? {
    let outcome = nonces.judge(
      claim, of: proof, inRedis: claim.flatMap { try? session.redis.claimNonce($0) },
      isStrict: !session.redis.remembersAllNonces, now: now)
    guard case .refused(let finding) = outcome else { return nil }
    return finding
  }

  private func claimNonces(of cases: inout [Case], _ trip: RedisTrip?, now: Timestamp) {
    let isStrict = !session.redis.remembersAllNonces
    for index in cases.indices {
      let outcome = nonces.judge(
        cases[index].question.claim, of: cases[index].question.proof,
        inRedis: trip?.nonces[index], isStrict: isStrict, now: now)
      switch outcome {
      case .new: break
      case .sentAgain: cases[index].isSentAgain = true
      case .refused(let finding): cases[index].finding = finding
      }
    }
  }

  /// One question on its way to a finding.
  private struct Case {
    let question: Question
    /// From Redis; may be older than it should be.
    let known: RedisTrip.Known?
    let end: SlidEnd?
    var isSentAgain = false
    var finding: Finding?

    /// Settles what needs no PostgreSQL.
    mutating func settle(from refusals: RefusedTokens, now: UnixMilliseconds) {
      guard finding == nil else { return }
      if let known, known.isFresh(at: now), isJudged(by: known.standing, now: now) {
        finding = .standing(known.standing)
      } else if let refusal = refusals.refusal(of: question.token, at: now.timestamp) {
        finding = .refused(refusal)
      }
    }

    /// PostgreSQL is away: what Redis has serves on, whatever its age.
    mutating func settleWithoutPostgres(now: UnixMilliseconds) {
      guard let known, isJudged(by: known.standing, now: now) else { return }
      finding = .standing(known.standing)
    }

    private func isJudged(by standing: Standing, now: UnixMilliseconds) -> Bool {
      standing.judge(question.token, now: now.timestamp) != .unknownNewer
    }
  }

  // MARK: PostgreSQL

  private func askPostgres(about cases: inout [Case], epoch: Int64?, now: UnixMilliseconds) {
    let open = cases.indices.filter { cases[$0].finding == nil }
    guard !open.isEmpty else { return }
    askedOfPostgres += UInt64(open.count)
    let readAt = session.time.wall()
    do throws(StoreError) {
      let ids = Set(open.map { cases[$0].question.token.bindingID }).sorted()
      let snapshots = try session.postgres.snapshots(of: ids)
      if let epoch { fillRedis(with: snapshots.values, readAt: readAt, epoch: epoch) }
      for index in open {
        let snapshot = snapshots[cases[index].question.token.bindingID]
        cases[index].finding = finding(for: cases[index], snapshot, readAt: readAt, now: now)
      }
    } catch {
      for index in open { cases[index].settleWithoutPostgres(now: now) }
    }
  }

  private func finding(
    for found: Case, _ snapshot: BindingSnapshot?, readAt: UnixMilliseconds, now: UnixMilliseconds
  ) -> Finding {
    let token = found.question.token
    guard let snapshot else { return refuse(token, as: .invalid, now) }
    let standing = Standing(
      license: snapshot.license, isTampered: snapshot.isTampered,
      binding: StoredBinding(snapshot.binding, token: snapshot.token, readAt: readAt),
      slid: found.end)
    switch standing.judge(token, now: now.timestamp) {
    case .refused(let reason): return refuse(token, as: reason, now)
    case .unknownNewer: return refuse(token, as: .invalid, now)
    case .current, .previous: return .standing(standing)
    }
  }

  private func refuse(
    _ token: AccessTokenID, as reason: TokenRefusal, _ now: UnixMilliseconds
  ) -> Finding {
    refusals.remember(token, as: reason, at: now.timestamp)
    return .refused(reason)
  }

  /// Under the epoch that was known before PostgreSQL was read: what is late lands where nobody
  /// reads. What a tampered row says is not stored.
  private func fillRedis(
    with snapshots: some Collection<BindingSnapshot>, readAt: UnixMilliseconds, epoch: Int64
  ) {
    var values: [Publication] = []
    for snapshot in snapshots {
      if !snapshot.isTampered {
        values.append(.license(StoredLicense(snapshot.license, readAt: readAt)))
      }
      values.append(
        .binding(
          StoredBinding(snapshot.binding, token: snapshot.token, readAt: readAt),
          tokenTTLSeconds: session.tokenTTLSeconds(of: snapshot.license.appID)))
    }
    // A fill that fails is read from PostgreSQL again next time; the session notices the outage.
    _ = try? session.redis.publish(values, epoch: epoch)
  }
}
