import Instants
import LicenseStore
import Licensing

/// Takes what a transaction left to Redis, and strikes out of the outbox what Redis has by then.
/// What fails here is left to the outbox, which reads anew and tries on.
public struct SeatPublisher {
  private let session: StoreSession
  /// Rows of the outbox whose change Redis has by now.
  private var delivered: [Int64] = []

  public init(session: StoreSession) { self.session = session }

  /// - Parameters:
  ///   - outboxIDs: empty where nothing changed.
  ///   - readAt: before the transaction.
  ///   - epoch: as it was known before the transaction.
  public mutating func publish(
    _ license: License, _ binding: Binding, _ token: TokenState, outboxIDs: [Int64],
    readAt: UnixMilliseconds, epoch: Int64?
  ) {
    guard let epoch, !outboxIDs.isEmpty else { return }
    let values: [Publication] = [
      .license(StoredLicense(license, readAt: readAt)),
      .binding(
        StoredBinding(binding, token: token, readAt: readAt),
        tokenTTLSeconds: session.tokenTTLSeconds(of: license.appID)),
    ]
    guard let outcomes = try? session.redis.publish(values, epoch: epoch),
      outcomes.allSatisfy(\.isThere)
    else { return }
    delivered += outboxIDs
  }

  public mutating func strikeOutDelivered() {
    guard !delivered.isEmpty else { return }
    // Rows that stay are delivered once more, which changes nothing.
    try? session.postgres.outboxDelivered(delivered)
    delivered.removeAll(keepingCapacity: true)
  }
}
