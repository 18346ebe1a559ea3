/// What a load test is asked to do.
public struct LoadPlan: Sendable {
  public enum ActivationLicences: String, Sendable {
    /// Each activation has a licence of its own.
    case distinct
    /// All are on one licence.
    case one
  }

  public var url: String
  public var connections = 64
  public var threads = 1
  public var mix = Mix.verify
  public var pace = Pace.closed(thinkNanoseconds: 0)
  /// Between making ready and asking.
  public var settleSeconds = 0
  public var rampSeconds = 0
  public var warmupSeconds = 1
  public var durationSeconds = 10
  public var timeoutSeconds = 10
  public var devices = 10_000
  public var activationLicences = ActivationLicences.distinct
  /// Licences made for activations, each for one device.
  public var licences = 10_000
  /// Of the one licence.
  public var seats = 1_000
  /// Of the answers, whose proof is checked in full.
  public var checkShare = 1.0
  public var asksForBatchProofs = false
  /// Asked over the bus, by the threads in turn; none: all goes over HTTP.
  public var directLanes: [DirectLane] = []

  public init(url: String) { self.url = url }

  public var isDirect: Bool { !directLanes.isEmpty }

  /// The most that one lane is asked at once: each thread asks one lane, by its number.
  public var inFlightOfOneLane: Int {
    guard isDirect else { return 0 }
    let shares = LaneShare.split(self).map(\.connections)
    return directLanes.indices.map { lane in
      stride(from: lane, to: shares.count, by: directLanes.count).reduce(0) { $0 + shares[$1] }
    }.max() ?? 0
  }

  /// How many activations the licences of the test allow.
  var activations: Int {
    guard mix.contains(.activate) else { return 0 }
    return activationLicences == .one ? seats : licences
  }
}
