import LicenseStore
import Licensing
import Problems
import ServiceKit

/// What a write came to, for its answer.
struct Committed<Value: Sendable> {
  /// As the transaction left it; `nil`: an earlier request made it.
  var value: Value?
  /// Of what was made, now or by the earlier request.
  var ids: [Int64]
  /// Nobody has seen the secret yet that the call makes.
  var isSecretDue: Bool
  /// Something is different now than it was before the call.
  var isChange: Bool
}

extension AdminService {
  /// Runs a write and takes what it left to Redis, before its answer (data.md, point 2). Should that
  /// fail, the outbox goes on with it, and the answer says that it is not in effect.
  func commit<Value>(
    ids: (Value) -> [Int64], _ write: () throws(StoreError) -> WriteOutcome<Value>
  ) throws(Problem) -> Committed<Value> {
    let epoch = publisher.epoch
    switch try stored(write) {
    case .refused(let refusal): throw Problem(refusal)
    case .repeated(let ids, let isSameRequest):
      return Committed(value: nil, ids: ids, isSecretDue: isSameRequest, isChange: false)
    case .done(let value, let outbox):
      deliver(outbox, under: epoch)
      return Committed(
        value: value, ids: ids(value), isSecretDue: true, isChange: !outbox.isEmpty)
    }
  }

  private func deliver(_ records: [OutboxRecord], under epoch: Int64?) {
    if records.isEmpty { return }
    do {
      let isThere = try delivery.deliver(records, under: epoch)
      if !isThere { log.warning("A change is not in Redis yet", [LogField("rows", records.count)]) }
    } catch {
      log.warning("A change is not in Redis yet", [LogField("error", error.code)])
    }
  }

  /// Nothing about the licence is left to be told, and no epoch is so young that a process might
  /// still act under the one before.
  func view(_ record: LicenseRecord, of call: AdminCall) -> LicenseView {
    LicenseView(
      record: record, isInEffect: record.isDelivered && isEpochSettled(), now: call.now)
  }

  func isEpochSettled() -> Bool { publisher.standing()?.isSettled ?? false }
}
