/// What children find in their environment: what this process was started with, less every secret
/// and less what speaks of a running cluster.
enum ChildEnvironment {
  private static let withheld: Set<String> = [
    "COUNTERSIGN_OPERATOR_KEY", "COUNTERSIGN_ROOT_KEY", "COUNTERSIGN_URL", "COUNTERSIGN_OPS_URL",
    "COUNTERSIGN_PIDS", "DATABASE_URL", "DATABASE_URL_FILE", "REDIS_URL", "REDIS_URL_FILE",
    "PGPASSWORD", "REDISCLI_AUTH", ComplaintPipe.variable,
  ]

  static func make(
    from inherited: [String: String], adding settings: [String: String] = [:]
  ) -> [String: String] {
    inherited.filter { !withheld.contains($0.key) }.merging(settings) { $1 }
  }

  /// For programs of the system, which need nothing of ours.
  static let minimal = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"]
}
