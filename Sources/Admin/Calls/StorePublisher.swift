import LicenseStore
import Licensing

/// Publishes to one lane's Redis. Who keeps the lane's epoch up (`RedisStore.reconcile`) is another.
public final class StorePublisher: ChangePublisher {
  private let postgres: PostgresStore
  private let redis: RedisStore

  public init(postgres: PostgresStore, redis: RedisStore) {
    self.postgres = postgres
    self.redis = redis
  }

  public var epoch: Int64? { redis.epoch }

  public func publish(_ changes: [CommittedChange], under epoch: Int64) -> Bool {
    let outcomes = try? redis.publish(changes.map(\.publication), epoch: epoch)
    return outcomes?.allSatisfy(\.isThere) ?? false
  }

  public func standing() -> EpochRow? { try? postgres.redisEpoch() }
}

extension CommittedChange {
  fileprivate var publication: Publication {
    switch self {
    case .license(let license, let readAt): .license(StoredLicense(license, readAt: readAt))
    case .binding(let binding, let token, let tokenTTLSeconds, let readAt):
      .binding(
        StoredBinding(binding, token: token, readAt: readAt), tokenTTLSeconds: tokenTTLSeconds)
    case .apps(let revision): .appsRevision(revision)
    }
  }
}
