import JSON
import Licensing
import Postgres

/// What a write of an operator carries: its claim, its author, and the app that the key is bound to.
public struct WriteContext: Hashable, Sendable {
  public var claim: WriteClaim
  public var author: LogAuthor
  public var boundAppID: AppID?

  public init(claim: WriteClaim, author: LogAuthor, boundAppID: AppID?) {
    self.claim = claim
    self.author = author
    self.boundAppID = boundAppID
  }

  /// Another app's object does not exist for a key that is bound to one.
  func sees(_ app: AppID) -> Bool { boundAppID == nil || boundAppID == app }
}

/// What became of a write.
public enum WriteOutcome<Made: Sendable>: Sendable {
  /// Committed. `outbox` is what it left to be told to Redis.
  case done(Made, outbox: [OutboxRecord])
  /// Carried out before, by the same request or under the same `Idempotency-Key`: these are the
  /// ids of what that made.
  case repeated(ids: [Int64], isSameRequest: Bool)
  /// Rolled back, its claim included.
  case refused(WriteRefusal)
}

/// Why a write was not carried out.
public enum WriteRefusal: Error, Hashable, Sendable {
  /// The path names nothing that the key sees.
  case notFound
  /// The body names an app that the key does not see.
  case unknownApp
  case versionMismatch
  /// The row was edited behind the service's back; only a reseal makes it count again.
  case tampered(LicenseID)
  /// A licence that was activated once is not deleted.
  case wasActivated
  /// The rules do not allow it; the sentence says why.
  case notAllowed(String)
  /// The `Idempotency-Key` stands for something else.
  case keyReused
  /// The same `Idempotency-Key` is being worked on.
  case underWay
  /// No free codes were found in a bounded number of tries.
  case codesExhausted
}

/// What a write made, and what has to be written down with it in the same transaction.
struct Written<Made: Sendable> {
  var value: Made
  /// Shown to those who ask again.
  var madeIDs: [Int64]
  /// `nil` only for a change of nothing.
  var log: LogRecord?
  var outbox: [OutboxRecord.Subject] = []
}
