/// Whether the settings can be read and name all that is needed.
enum ConfigurationCheck {
  static func findings(_ settings: DoctorSettings) -> [Finding] {
    var findings = settings.faults.map {
      Finding.fault(
        "configuration", $0,
        do: "set it in the environment, or in the file that --config names, or start a cluster in "
          + "COUNTERSIGN_HOME")
    }
    if findings.isEmpty { findings = [.ok("configuration", "complete, from \(settings.source)")] }
    if settings.opsURLs.isEmpty {
      findings.append(
        .warning(
          "configuration.gateways", "no gateway is named, so none was asked",
          do: "name each one's operators' address by --ops http://host:9090"))
    }
    return findings
  }
}
