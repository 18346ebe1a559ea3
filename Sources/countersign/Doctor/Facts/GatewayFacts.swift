/// What one gateway's operators' address says.
struct GatewayFacts {
  struct Worker: Hashable {
    let service: String
    /// Of one lane.
    let instance: String
    let isAble: Bool
  }

  let url: String
  /// `nil`: it is alive; else why not.
  var silence: String?
  /// Services without an able worker, by `/readyz`.
  var missing: [String] = []
  /// By `/metrics`; `nil`: it did not tell.
  var workers: [Worker]?
}
