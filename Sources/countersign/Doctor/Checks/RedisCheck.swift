/// Whether Redis is there, evicts nothing and has room for the nonces that are planned.
enum RedisCheck {
  static let minimumMajor = 7
  /// One nonce in Redis, and how long it stays: 360 s behind its timestamp.
  static let bytesPerNonce: Int64 = 150
  static let nonceSeconds: Int64 = 360

  /// - Parameter planned: verifications a second.
  static func findings(_ answer: DoctorFacts.Answer<RedisFacts>, planned: Int) -> [Finding] {
    switch answer {
    case .notNamed: []
    case .none(let reason):
      [
        .fault(
          "redis.reachable", "Redis does not answer (\(reason))",
          do: "start it, or put REDIS_URL right; until then verifications ask PostgreSQL, at a "
            + "fraction of the speed")
      ]
    case .value(let facts):
      [version(facts), policy(facts), role(facts), saving(facts), memory(facts, planned)]
        + [ClockCheck.finding("redis.clock", "Redis", facts.clock)]
    }
  }

  private static func version(_ facts: RedisFacts) -> Finding {
    let text = "Redis \(facts.version)"
    if facts.majorVersion >= minimumMajor { return .ok("redis.version", text) }
    return .fault(
      "redis.version", "\(text) is too old, workers refuse it", do: "use \(minimumMajor) or newer")
  }

  private static func policy(_ facts: RedisFacts) -> Finding {
    let what = "maxmemory-policy is \(facts.policy)"
    if facts.policy == "noeviction" { return .ok("redis.policy", what) }
    return .fault(
      "redis.policy", "\(what): nonces may vanish, and workers refuse it",
      do: "CONFIG SET maxmemory-policy noeviction, and the same in redis.conf")
  }

  private static func role(_ facts: RedisFacts) -> Finding {
    if facts.isPrimary { return .ok("redis.primary", "takes writes") }
    return .fault(
      "redis.primary", "this Redis is a replica, workers refuse it",
      do: "name the primary in REDIS_URL")
  }

  /// Nothing in Redis has to survive it, so no form of keeping is asked for; but a Redis that fails
  /// to save refuses writes.
  private static func saving(_ facts: RedisFacts) -> Finding {
    if facts.hasFailedToSave {
      return .fault(
        "redis.saving", "Redis could not write to its disk, and may refuse writes for that",
        do: "make room, or CONFIG SET save \"\" and appendonly no: nothing in Redis has to survive")
    }
    let what = facts.keepsAppendOnlyFile ? "an append-only file, not needed" : "nothing has to last"
    return .ok("redis.saving", what)
  }

  private static func memory(_ facts: RedisFacts, _ planned: Int) -> Finding {
    let check = "redis.memory"
    let nonces = Int64(planned) * nonceSeconds * bytesPerNonce
    let need = "\(planned) verifications/s need \(mebibytes(nonces)) for nonces"
    let isLimited = facts.maxMemoryBytes > 0
    let room = isLimited ? facts.maxMemoryBytes : facts.systemMemoryBytes
    let limit = isLimited ? "maxmemory" : "the host's memory (no maxmemory is set)"
    let what = "\(need), \(limit) is \(mebibytes(room))"
    if nonces > room {
      return .fault(check, what, do: "give Redis at least \(mebibytes(2 * nonces))")
    }
    if nonces > room / 2 {
      return .warning(
        check, "\(what): licences and bindings need room beside them",
        do: "give Redis at least \(mebibytes(2 * nonces))")
    }
    if isLimited, facts.usedMemoryBytes > room / 10 * 9 {
      return .warning(
        check, "\(mebibytes(facts.usedMemoryBytes)) of \(mebibytes(room)) are in use",
        do: "raise maxmemory: a full Redis refuses writes")
    }
    return .ok(check, what)
  }

  private static func mebibytes(_ bytes: Int64) -> String {
    let mebibyte: Int64 = 1024 * 1024
    return "\((bytes + mebibyte - 1) / mebibyte) MiB"
  }
}
