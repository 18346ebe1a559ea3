import LicenseStore

/// Whether the Redis at hand is the one that PostgreSQL's epoch was made for.
enum EpochCheck {
  private static let wait = "a worker that runs makes a new epoch within a second; see its log"

  static func findings(
    postgres: DoctorFacts.Answer<PostgresFacts>, redis: DoctorFacts.Answer<RedisFacts>
  ) -> [Finding] {
    guard case .value(let database) = postgres, let epoch = database.tables?.epoch else {
      return []
    }
    var findings: [Finding] = []
    if epoch.row.epoch > 0, !epoch.isOfThisServer {
      findings.append(
        .fault(
          "epoch.postgres", "the epoch was made for another PostgreSQL: a restore or a promotion",
          do: wait))
    }
    if case .value(let redis) = redis { findings.append(standing(epoch.row.epoch, epoch, redis)) }
    return findings
  }

  private static func standing(
    _ number: Int64, _ epoch: EpochInspection, _ redis: RedisFacts
  ) -> Finding {
    let check = "epoch.redis"
    if number == 0 {
      return .ok(check, "no epoch yet; the first worker makes it")
    }
    if epoch.row.runID.isEmpty {
      return .ok(check, "epoch \(number) names no Redis; the first worker takes up its own")
    }
    if epoch.row.runID != redis.runID {
      return .fault(
        check, "epoch \(number) was made for another Redis: workers leave this one",
        do: "after a restart of Redis \(wait); else name the same Redis everywhere, then run "
          + "countersign epoch new")
    }
    if redis.mark != redis.runID {
      return .fault(
        check, "this Redis lacks the mark of epoch \(number): it was emptied", do: wait)
    }
    return .ok(check, "epoch \(number) is this Redis' own")
  }
}
