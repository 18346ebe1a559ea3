/// What a test asks of its cluster beyond one process of each kind.
public struct ClusterOptions: Sendable {
  /// Counts by kind, as in `["verification": 2]`.
  public var counts: [String: Int]
  /// Settings that the processes find in their environment.
  public var environment: [String: String]

  public init(counts: [String: Int] = [:], environment: [String: String] = [:]) {
    self.counts = counts
    self.environment = environment
  }

  var arguments: [String] { counts.sorted { $0.key < $1.key }.flatMap { ["--\($0)", "\($1)"] } }
}
