/// How many files one process may have open.
struct OpenFilesFacts: Hashable {
  /// As in `gateway-1`, or `this shell`.
  let process: String
  /// `nil`: the process is gone, or not ours to look at.
  let limit: Int?
  /// Whether each client of apps takes one.
  var hasClients = true
}
