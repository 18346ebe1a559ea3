import Instants
import Licensing

/// A row of the log: who did what, to what, from where.
public struct LogEntry: Hashable, Sendable {
  public var id: Int64
  public var at: Timestamp
  /// `nil` for what apps do.
  public var operatorName: String?
  /// Text, since rows outlive the actions that a version knows.
  public var action: String
  public var target: String
  /// A JSON object, without secrets.
  public var detail: String
  public var address: String?
  public var requestID: String?

  public init(
    id: Int64, at: Timestamp, operatorName: String?, action: String, target: String,
    detail: String, address: String?, requestID: String?
  ) {
    self.id = id
    self.at = at
    self.operatorName = operatorName
    self.action = action
    self.target = target
    self.detail = detail
    self.address = address
    self.requestID = requestID
  }
}
