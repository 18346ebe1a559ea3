import Instants
import Encodings
import Licensing
import Redis

extension RedisStore {
  /// One trip for a whole batch: a `SET NX GET` per nonce, a `SET` per slid end, then one `MGET` for
  /// the mark, the revision of all apps and three values per verification, which so sees those ends.
  /// An empty trip reads the mark and the revision.
  public func verificationTrip(
    _ trip: VerificationTrip
  ) throws(RedisStoreError) -> TripResult {
    let (link, keys) = try requireReady()
    pipeline.removeAll()
    addClaims(trip.claims, keys)
    addSlides(trip.slides, keys)
    addReads(of: trip.subjects, keys)
    for check in trip.rates { add(check, counting: true, link, keys) }
    let replies = try exchange(pipeline)
    let reads = trip.claims.count + trip.slides.count
    let values = replies[reads].array ?? []
    guard values.count == 2 + 3 * trip.subjects.count else { throw unreadableAnswer() }
    try check(mark: values[0])
    return TripResult(
      nonces: outcomes(of: trip.claims, replies[..<trip.claims.count]),
      bindings: trip.subjects.indices.map { binding(trip.subjects[$0], values[3 * $0 + 2]) },
      licenses: trip.subjects.indices.map { license(trip.subjects[$0], values[3 * $0 + 3]) },
      ends: trip.subjects.indices.map { end(trip.subjects[$0], values[3 * $0 + 4]) },
      rates: try outcomes(of: trip.rates, replies[(reads + 1)...]),
      appsRevision: values[1].bytes.flatMap(AppsRevision.init(bytes:))?.value)
  }

  /// For writes: one nonce, before rates are counted. PostgreSQL decides in the end.
  public func claimNonce(_ claim: NonceClaim) throws(RedisStoreError) -> NonceOutcome {
    var trip = VerificationTrip()
    trip.claims = [claim]
    return try verificationTrip(trip).nonces[0]
  }

  /// Where the token of this generation was slid to; `nil` where Redis knows no such end.
  public func slidEnd(
    of bindingID: BindingID, generation: UInt32
  ) throws(RedisStoreError) -> Timestamp? {
    let (_, keys) = try requireReady()
    pipeline.removeAll()
    pipeline.command("MGET", keys.run, keys.end(bindingID))
    let values = try exchange(pipeline)[0].array ?? []
    guard values.count == 2 else { throw unreadableAnswer() }
    try check(mark: values[0])
    let end = values[1].bytes.flatMap { SlidEnd(bindingID: bindingID, bytes: $0) }
    return end?.generation == generation ? end?.endsAt : nil
  }

  /// Sends slid ends when no trip is gathering that could take them along.
  public func write(_ slides: [SlideWrite]) throws(RedisStoreError) {
    var trip = VerificationTrip()
    trip.slides = slides
    _ = try verificationTrip(trip)
  }
}

extension RedisStore {
  private func addClaims(_ claims: [NonceClaim], _ keys: RedisKeys) {
    let now = time.wall()
    var mark: [UInt8] = []
    for claim in claims {
      mark.removeAll(keepingCapacity: true)
      mark.append(bigEndian: claim.requestMark)
      pipeline.command("SET", argumentCount: 6)
      pipeline.add(keys.nonce(claim.digest))
      pipeline.add(mark)
      pipeline.add("NX")
      pipeline.add("GET")
      pipeline.add("PX")
      pipeline.add(claim.lifeMilliseconds(at: now))
    }
  }

  private func addReads(of subjects: [VerificationTrip.Subject], _ keys: RedisKeys) {
    pipeline.command("MGET", argumentCount: 2 + 3 * subjects.count)
    pipeline.add(keys.run)
    pipeline.add(keys.apps)
    for subject in subjects {
      pipeline.add(keys.binding(subject.bindingID))
      pipeline.add(keys.license(subject.licenseID))
      pipeline.add(keys.end(subject.bindingID))
    }
  }

  private func addSlides(_ slides: [SlideWrite], _ keys: RedisKeys) {
    for slide in slides {
      pipeline.command("SET", argumentCount: 4)
      pipeline.add(keys.end(slide.end.bindingID))
      pipeline.add(slide.end.bytes)
      pipeline.add("PX")
      pipeline.add(ValueLife.milliseconds(tokenTTLSeconds: slide.tokenTTLSeconds))
    }
  }

  private func outcomes(
    of claims: [NonceClaim], _ replies: ArraySlice<RedisReply>
  ) -> [NonceOutcome] {
    zip(claims, replies).map { claim, reply in
      guard let held = reply.bytes else { return .claimed }
      let isSame = held.count == 8 && UInt64(bigEndian: held[...]) == claim.requestMark
      return isSame ? .claimedBefore : .replayed
    }
  }

  private func binding(
    _ subject: VerificationTrip.Subject, _ reply: RedisReply
  ) -> StoredBinding? {
    reply.bytes.flatMap { StoredBinding(id: subject.bindingID, bytes: $0) }
  }

  private func license(
    _ subject: VerificationTrip.Subject, _ reply: RedisReply
  ) -> StoredLicense? {
    reply.bytes.flatMap { StoredLicense(id: subject.licenseID, bytes: $0) }
  }

  private func end(_ subject: VerificationTrip.Subject, _ reply: RedisReply) -> SlidEnd? {
    reply.bytes.flatMap { SlidEnd(bindingID: subject.bindingID, bytes: $0) }
  }

  /// Answers of another shape than asked for: nothing that follows can be trusted.
  func unreadableAnswer() -> RedisStoreError {
    leave(reason: RedisError.protocolViolation.description)
    return .failed(.protocolViolation)
  }
}
