/// Where a log row stands in the order of seals. Below the oldest running transaction that order is
/// final, while ids alone become visible out of order.
public struct LogPosition: Hashable, Comparable, Sendable {
  /// Before all rows.
  static let start = LogPosition(transactionID: 0, logID: 0)

  public let transactionID: Int64
  public let logID: Int64

  public static func < (left: LogPosition, right: LogPosition) -> Bool {
    (left.transactionID, left.logID) < (right.transactionID, right.logID)
  }
}
