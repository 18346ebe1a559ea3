/// What a worker process tells the bus about itself.
public struct WorkerConfiguration: Sendable {
  /// The name that it announces.
  public var service: String
  /// Endpoints of gateway lanes; each lane of the worker connects to all of them.
  public var gateways: [String]
  public var lanes: Int
  /// Requests in hand per lane; further ones are refused with `TOO_MANY`.
  public var capacity: Int
  /// Requests that a handler gets at once at most.
  public var batchLimit: Int
  /// Endpoints to hear hints from.
  public var hintSources: [String]
  /// Where hints are published, by the first lane; `nil`: nowhere.
  public var hintEndpoint: String?
  /// Where lanes listen for clients of their own; `nil`: nowhere.
  public var direct: DirectConfiguration?
  /// `nil`: all links go without CURVE.
  public var curve: WorkerCurve?

  public init(
    service: String, gateways: [String], lanes: Int = 1, capacity: Int = 1024,
    batchLimit: Int = 256, hintSources: [String] = [], hintEndpoint: String? = nil,
    direct: DirectConfiguration? = nil
  ) {
    precondition(lanes > 0 && capacity > 0 && batchLimit > 0, "A worker can take one request.")
    self.service = service
    self.gateways = gateways
    self.lanes = lanes
    self.capacity = capacity
    self.batchLimit = batchLimit
    self.hintSources = hintSources
    self.hintEndpoint = hintEndpoint
    self.direct = direct
  }
}
