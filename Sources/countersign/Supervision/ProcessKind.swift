/// The kinds of processes that a cluster has of the service's own.
enum ProcessKind: String, CaseIterable {
  case gateway
  case admin
  case activation
  case renewal
  case verification

  var executable: String { "countersign-\(rawValue)" }
  var option: String { "--\(rawValue)" }
}
