/// What to run and with what. The child gets this environment and these descriptors, nothing else of
/// its parent's; no shell is involved.
public struct ChildCommand: Sendable {
  public enum Output: Sendable {
    /// `/dev/null`
    case none
    /// Added to the end of the file, which is made with mode 0600 when missing.
    case file(String)
    /// The parent's descriptor, which stays open in the parent.
    case descriptor(Int32)
  }

  public var executable: String
  public var arguments: [String]
  public var environment: [String: String]
  public var directory: String?
  public var output: Output
  public var error: Output
  /// A descriptor of the parent that the child finds as its descriptor 3.
  public var extraDescriptor: Int32?
  /// Whether the child leads a session of its own, so that a terminal's ^C does not reach it.
  public var hasOwnSession: Bool

  /// - Parameter executable: a path; nothing is searched.
  public init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
    directory: String? = nil, output: Output = .none, error: Output = .none,
    hasOwnSession: Bool = false
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.output = output
    self.error = error
    self.hasOwnSession = hasOwnSession
  }
}
