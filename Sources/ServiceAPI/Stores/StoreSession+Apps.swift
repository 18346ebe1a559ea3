import Instants
import LicenseStore
import Licensing
import MessageBus

/// The apps, as one lane keeps up with them.
extension StoreSession {
  /// How long tokens of an app live, as far as that is known: it decides how long Redis keeps them.
  public func tokenTTLSeconds(of app: AppID) -> Int {
    (apps[app]?.app.settings ?? AppSettings()).tokenTTLSeconds
  }

  /// From when on requests that memory would refuse may cost the stores another look.
  public var nextLook: MonotonicTime { pace.nextLook }

  /// Counts another look at the stores among those that junk may cost.
  public func noteLook() { pace.noteLook(at: time.monotonic()) }

  /// A look for the sake of `waiting`; costs no store where another lane has looked since they came.
  public func lookAtApps(for waiting: [BusRequest]) throws(StoreError) {
    noteLook()
    takeApps()
    if waiting.allSatisfy({ apps.isCurrent(since: $0.receivedAt) }) { return }
    try lookAtApps()
  }

  /// One look at the apps' revision: in Redis where it is there, else in PostgreSQL.
  public func lookAtApps() throws(StoreError) {
    let start = time.monotonic()
    pace.noteLook(at: start)
    // Another lane has heard of a new epoch first: what is read under the old one does not count.
    if !directory.isOf(knownEpoch) { keepEpoch() }
    try compareApps(revisionInRedis(), readAfter: start)
  }

  /// What a trip that began at `start` read as the apps' revision; absent: PostgreSQL says it. So it
  /// does within three seconds of a new epoch, while an admin may still tell the one before.
  /// After an error the lane goes on with the apps that it has.
  public func compareApps(_ found: Int64?, readAfter start: MonotonicTime) throws(StoreError) {
    let revision: Int64
    if let found, redis.isEpochSettled {
      revision = found
    } else {
      revision = try revisionInPostgres()
    }
    let comparison = AppComparison(revision: revision, readAfter: start, epoch: knownEpoch)
    apps = try directory.compare(comparison) { held throws(StoreError) in
      try postgres.loadApps(since: held)
    }
  }

  /// What other lanes have found out; asks no store.
  func takeApps() { apps = directory.snapshot }

  private func revisionInRedis() -> Int64? {
    guard epoch != nil else { return nil }
    return (try? redis.verificationTrip(VerificationTrip()))?.appsRevision
  }

  private func revisionInPostgres() throws(StoreError) -> Int64 {
    let epochBefore = epoch
    let revision = try postgres.appsRevision()
    if let epochBefore { _ = try? redis.publish(.appsRevision(revision), epoch: epochBefore) }
    return revision
  }
}
