import ChildProcesses
import Glibc

/// How one process of the cluster is run.
struct ProcessPlan: Sendable {
  /// As in `verification-1`.
  let name: String
  let stage: Stage
  let command: ChildCommand
  /// What ends it in order.
  var stopSignal: Int32 = SIGTERM
  /// Whether it writes a line to its descriptor 3 once it runs.
  var saysWhenReady = true
}
