/// A service that a gateway routes to, and how many of its requests may wait there at once.
public struct ServiceLimit: Hashable, Sendable {
  public let name: String
  public let inFlightCap: Int

  public init(name: String, inFlightCap: Int) {
    precondition(inFlightCap > 0, "A service without room for one request could answer none.")
    self.name = name
    self.inFlightCap = inFlightCap
  }
}
