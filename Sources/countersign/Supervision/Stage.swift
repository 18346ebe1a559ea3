/// Processes stop stage by stage: nothing is taken away while something that needs it still runs.
enum Stage: Int, CaseIterable, Comparable {
  case gateways
  case workers
  case stores

  static func < (left: Stage, right: Stage) -> Bool {
    left.rawValue < right.rawValue
  }
}
