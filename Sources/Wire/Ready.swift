/// A worker's lane names itself to a gateway.
public struct Ready: Hashable, Sendable {
  public var service: String
  /// Fresh for each start and lane.
  public var instance: String
  /// Requests that it takes in hand at once.
  public var capacity: UInt32

  public init(service: String, instance: String, capacity: UInt32) {
    self.service = service
    self.instance = instance
    self.capacity = capacity
  }
}
