/// Why a load test could not begin.
public struct SetupFault: Error, CustomStringConvertible, Sendable {
  public let description: String

  init(_ description: String) { self.description = description }
}
