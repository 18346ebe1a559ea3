import Instants
import LicenseStore
import Licensing
import Problems

/// Takes what a transaction left to Redis, and strikes out of the outbox what Redis has by then.
/// What fails here is left to the outbox, which reads anew and tries on.
public struct SeatPublisher {
  private let session: StoreSession
  /// Rows of the outbox whose change Redis has by now.
  private var delivered: [Int64] = []

  public init(session: StoreSession) { self.session = session }

  /// Carries a transaction out, and takes to Redis what it changed, if it did: as read at a time, and
  /// under an epoch, that are older than the transaction.
  public mutating func carryOut<Outcome>(
    _ transaction: () throws(StoreError) -> Outcome, change: (Outcome) -> SeatChange?
  ) throws(Problem) -> Outcome {
    let (epoch, readAt) = (session.epoch, session.time.wall())
    let outcome: Outcome
    do throws(StoreError) {
      outcome = try transaction()
    } catch {
      throw .store(error)
    }
    if let epoch, let change = change(outcome) { publish(change, readAt: readAt, epoch: epoch) }
    return outcome
  }

  private mutating func publish(_ change: SeatChange, readAt: UnixMilliseconds, epoch: Int64) {
    guard !change.outboxIDs.isEmpty else { return }
    let values: [Publication] = [
      .license(StoredLicense(change.license, readAt: readAt)),
      .binding(
        StoredBinding(change.binding, token: change.token, readAt: readAt),
        tokenTTLSeconds: session.tokenTTLSeconds(of: change.license.appID)),
    ]
    guard let outcomes = try? session.redis.publish(values, epoch: epoch),
      outcomes.allSatisfy(\.isThere)
    else { return }
    delivered += change.outboxIDs
  }

  public mutating func strikeOutDelivered() {
    guard !delivered.isEmpty else { return }
    // Rows that stay are delivered once more, which changes nothing.
    try? session.postgres.outboxDelivered(delivered)
    delivered.removeAll(keepingCapacity: true)
  }
}
