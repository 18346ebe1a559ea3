/// What the processes need that some settings are for. Settings that are for one kind of process name
/// what only that kind has; those of a whole cluster name both or neither, and need everything.
struct SettingNeeds {
  let stores: Bool
  /// Settings of key files, in the order in which they are asked for.
  let files: [String]

  init(_ values: [String: String]) {
    func has(_ name: String) -> Bool { values[name] != nil }
    let isOfWorkers = has("COUNTERSIGN_GATEWAYS")
    let isOfGateways = has("COUNTERSIGN_BUS")
    let isOfAdmin =
      isOfWorkers && has("COUNTERSIGN_HINT_ENDPOINT") && !has("COUNTERSIGN_TOKEN_KEY_FILE")
      && !has("COUNTERSIGN_SIGNING_KEY_FILE")
    let needsWorkers = isOfWorkers || !isOfGateways
    stores = needsWorkers
    let signing = ["COUNTERSIGN_TOKEN_KEY_FILE", "COUNTERSIGN_SIGNING_KEY_FILE"]
    files =
      (needsWorkers ? ["COUNTERSIGN_MASTER_KEY_FILE"] : [])
      + (needsWorkers && !isOfAdmin ? signing : [])
      + (isOfGateways || !isOfWorkers ? ["COUNTERSIGN_KEY_SET_FILE"] : [])
  }
}
