/// Why a cluster is not there. It says what to do.
public enum ClusterFault: Error, CustomStringConvertible {
  case cannotStart(String)
  case notReady(String)
  case queryFailed(String)

  public var description: String {
    switch self {
    case .cannotStart(let why): "cannot start: \(why)"
    case .notReady(let why): "the cluster did not get ready: \(why)"
    case .queryFailed(let why): "the query failed: \(why)"
    }
  }
}
