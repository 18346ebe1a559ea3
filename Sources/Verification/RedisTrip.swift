import Instants
import LicenseStore
import ServiceAPI

/// What one trip to Redis brought back for a batch, question by question.
struct RedisTrip {
  /// What Redis has of a token's binding and licence.
  struct Known {
    let standing: Standing
    let license: StoredLicense

    func isFresh(at now: UnixMilliseconds) -> Bool { license.isFresh(at: now) }
  }

  /// The epoch under which it was read.
  let epoch: Int64
  /// `nil` where there was nothing to claim.
  let nonces: [NonceOutcome?]
  let standings: [Known?]
  let ends: [SlidEnd?]

  /// `nil`: Redis is away. A lost epoch is raised first, and the trip taken once more under the
  /// new one.
  static func take(
    for questions: [Question], alongWith slides: [SlideWrite], _ session: StoreSession
  ) -> RedisTrip? {
    if let trip = tryTaking(for: questions, slides, session) { return trip }
    session.keepEpoch()
    return tryTaking(for: questions, slides, session)
  }

  private static func tryTaking(
    for questions: [Question], _ slides: [SlideWrite], _ session: StoreSession
  ) -> RedisTrip? {
    guard let epoch = session.epoch else { return nil }
    let claims = questions.map(\.claim)
    var trip = VerificationTrip()
    trip.claims = claims.compactMap { $0 }
    trip.subjects = questions.map(\.subject)
    trip.slides = slides
    let start = session.time.monotonic()
    guard let result = try? session.redis.verificationTrip(trip) else { return nil }
    // Apps that cannot be compared serve on: they decide settings, not who may run what.
    try? session.compareApps(result.appsRevision, readAfter: start)
    return RedisTrip(epoch: epoch, claims: claims, result: result)
  }

  private init(epoch: Int64, claims: [NonceClaim?], result: TripResult) {
    self.epoch = epoch
    var outcomes = result.nonces.makeIterator()
    nonces = claims.map { $0 == nil ? nil : outcomes.next() }
    ends = result.ends
    standings = result.bindings.indices.map { index in
      guard let binding = result.bindings[index], let license = result.licenses[index] else {
        return nil
      }
      let standing = Standing(
        license: license.license, isTampered: false, binding: binding, slid: result.ends[index])
      return Known(standing: standing, license: license)
    }
  }
}
