/// Whether a process may open as many files as it has connections.
enum OpenFilesCheck {
  /// Below this a lane's sockets and stores alone come close.
  static let minimum = 1024
  /// What a gateway is worth having for; each client takes one.
  static let sensible = 4096
  /// Sockets of the bus, stores, logs.
  static let spare = 64

  static func finding(_ facts: OpenFilesFacts, settings: DoctorSettings) -> Finding {
    let check = "limits.open-files"
    guard let limit = facts.limit else {
      return .warning(
        check, "\(facts.process) is gone, or belongs to another user", do: "ask as its user")
    }
    let what = "\(facts.process) may open \(limit) files"
    let remedy = "raise its hard limit (LimitNOFILE= of systemd, ulimit -Hn), and start it anew"
    if limit < minimum { return .fault(check, what, do: remedy) }
    let wanted = facts.hasClients ? wanted(settings) : minimum
    if limit < wanted {
      return .warning(check, "\(what), \(wanted) are wanted", do: remedy)
    }
    return .ok(check, what)
  }

  private static func wanted(_ settings: DoctorSettings) -> Int {
    guard let perLane = settings.integer("COUNTERSIGN_MAX_CONNECTIONS") else { return sensible }
    let lanes = settings.integer("COUNTERSIGN_LANES") ?? 1
    let (clients, isTooMuch) = perLane.multipliedReportingOverflow(by: lanes)
    let (all, isMore) = clients.addingReportingOverflow(spare)
    return isTooMuch || isMore ? .max : all
  }
}
