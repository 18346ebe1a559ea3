import Wire

/// What one lane of a worker is told about itself.
struct LaneDescription: Sendable {
  let number: Int
  let service: String
  let instance: String
  let gateways: [String]
  let capacity: Int
  let hintSources: [String]
  /// Of the first lane only.
  let hintEndpoint: String?
  /// Where direct clients come to.
  let directEndpoint: String?
  let directCurve: CurveListener?
  /// Of all other links.
  let curve: WorkerCurve?

  init(_ number: Int, of configuration: WorkerConfiguration, instance: String) {
    self.number = number
    service = configuration.service
    self.instance = "\(instance).\(number)"
    gateways = configuration.gateways
    capacity = configuration.capacity
    hintSources = configuration.hintSources
    hintEndpoint = number == 0 ? configuration.hintEndpoint : nil
    directEndpoint = configuration.direct?.endpoint(ofLane: number)
    directCurve = configuration.direct?.curve
    curve = configuration.curve
  }

  var ready: Ready {
    Ready(service: service, instance: instance, capacity: UInt32(clamping: capacity))
  }
}
