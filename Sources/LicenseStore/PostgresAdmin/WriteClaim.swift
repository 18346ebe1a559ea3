import Instants
import Licensing
import Postgres

/// What a write claims in its own transaction, so that it happens once: its request id always, and
/// the operator's `Idempotency-Key` where one was sent.
public struct WriteClaim: Hashable, Sendable {
  /// How long a claim stands.
  public static let lifeSeconds: Int64 = 86_400

  public var requestID: RequestID
  public var operatorID: OperatorKeyID
  public var idempotencyKey: String?
  /// SHA-256 over method, target and body.
  public var contentHash: [UInt8]
  public var at: Timestamp

  public init(
    requestID: RequestID, operatorID: OperatorKeyID, idempotencyKey: String?,
    contentHash: [UInt8], at: Timestamp
  ) {
    self.requestID = requestID
    self.operatorID = operatorID
    self.idempotencyKey = idempotencyKey
    self.contentHash = contentHash
    self.at = at
  }
}

/// What became of a claim.
public enum ClaimOutcome: Hashable, Sendable {
  /// Nobody claimed it before: carry the write out.
  case first
  /// It was carried out before and made these ids. The gateway sent the same request again: nobody
  /// has seen its answer.
  case sameRequest(made: [Int64])
  /// The operator sent the same `Idempotency-Key`, target and body again.
  case sameKey(made: [Int64])
  /// The same `Idempotency-Key` with something else.
  case keyReused

  /// What an earlier claim means for this one.
  static func judge(_ claim: WriteClaim, against earlier: EarlierClaim) -> ClaimOutcome {
    if earlier.requestID == claim.requestID { return .sameRequest(made: earlier.made) }
    return earlier.contentHash == claim.contentHash ? .sameKey(made: earlier.made) : .keyReused
  }
}

/// A claim as an earlier transaction left it.
struct EarlierClaim: Hashable {
  var requestID: RequestID?
  var contentHash: [UInt8]
  var made: [Int64]
  var createdAt: Timestamp
}
