/// Everything that is wrong with a process' configuration, found in one go. Names settings and
/// what is expected, never the values of secrets.
public struct ConfigurationFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// EX_CONFIG of sysexits.h.
  public static let exitCode: Int32 = 78

  public let faults: [String]

  public init(_ faults: [String]) {
    self.faults = faults
  }

  public var code: String { "CONFIGURATION_REFUSED" }
  public var isRetryable: Bool { false }

  public var description: String {
    faults.joined(separator: "\n")
  }
}
