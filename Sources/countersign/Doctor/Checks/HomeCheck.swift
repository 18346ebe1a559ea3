/// Whether a home's cluster runs and has room on its disks.
enum HomeCheck {
  /// Below this PostgreSQL cannot take another segment of its log, of 16 MiB each, for long.
  static let faultBytes: Int64 = 64 << 20
  static let warningBytes: Int64 = 512 << 20
  static let warningPercent: Int64 = 5

  /// First of all: what else is found of a cluster that is down follows from that.
  static func running(_ facts: HomeFacts?) -> [Finding] {
    guard let facts else { return [] }
    let check = "cluster.running"
    if facts.isRunning { return [.ok(check, "a cluster runs in \(facts.path)")] }
    return [.fault(check, "no cluster runs in \(facts.path)", do: "countersign up")]
  }

  static func disks(_ facts: HomeFacts?) -> [Finding] {
    facts?.disks.map(disk) ?? []
  }

  private static func disk(_ disk: HomeFacts.Disk) -> Finding {
    let check = "host.disk"
    let what = "\(disk.freeBytes >> 20) of \(disk.totalBytes >> 20) MiB free at \(disk.path)"
    let remedy = "make room: writes fail, and PostgreSQL may end, when there is none left"
    if disk.freeBytes < faultBytes { return .fault(check, what, do: remedy) }
    let isLittle = disk.freeBytes < disk.totalBytes / 100 * warningPercent
    if isLittle || disk.freeBytes < warningBytes { return .warning(check, what, do: remedy) }
    return .ok(check, what)
  }
}
