import Instants
import ServiceKit

/// `countersign doctor`
enum DoctorCommand: Subcommand {
  static let name = "doctor"
  static let summary =
    "Looks at settings, keys, stores and processes; says what to do about faults."
  static let usage = "[--config FILE] [--ops URL…] [--url URL…] [options]"
  static let help = """
    Changes nothing. Settings come from the environment, then from the file of settings, then from
    the cluster in COUNTERSIGN_HOME. One line a check: ok, warning or fault, what was found, and
    what to do. Ends with 1 where there is a fault; shows no secret.

    --config FILE       the file of settings that the processes read (default COUNTERSIGN_CONFIG)
    --ops URL           a gateway's operators' address; may stand several times
    --url URL           where apps call, to ask workers for their time; may stand several times
    --verifications-per-second N
                        what Redis has to hold nonces for (default \
    \(DoctorSettings.standardVerificationsPerSecond))
    --json              one JSON object instead of lines
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(
      arguments, options: ["--config", "--ops", "--url", "--verifications-per-second"],
      switches: ["--json"])
    try parsed.refuseWords()
    let (settings, home) = try settings(parsed, environment: ProcessEnvironment.current())
    let environment = ProcessEnvironment.current()
    if let home, let notice = StoreOrigin(environment: environment, home: home).notice {
      Console.complain(notice)
    }
    let facts = Examination(settings: settings, home: home, time: SystemTimeSource()).facts()
    let diagnosis = Diagnosis(facts)
    Console.say(parsed.has("--json") ? diagnosis.json : diagnosis.text)
    return diagnosis.exitCode
  }

  /// With a file of settings the home in the current folder has no say.
  static func settings(
    _ parsed: Arguments, environment: [String: String]
  ) throws(UsageFault) -> (DoctorSettings, ClusterHome?) {
    let path = try parsed.value("--config") ?? environment["COUNTERSIGN_CONFIG"] ?? ""
    let home = path.isEmpty ? ClusterHome(environment: environment) : nil
    var settings: DoctorSettings
    if let home {
      settings = DoctorSettings(
        sources: [environment, HomeSettings.values(of: home)], source: home.path)
    } else {
      let file = file(path)
      settings = DoctorSettings(
        sources: [environment, file.values], source: path, faults: file.faults)
    }
    if !parsed.all("--ops").isEmpty { settings.opsURLs = parsed.all("--ops") }
    if !parsed.all("--url").isEmpty { settings.appURLs = parsed.all("--url") }
    settings.verificationsPerSecond =
      try parsed.integer("--verifications-per-second", in: 1...10_000_000)
      ?? settings.verificationsPerSecond
    return (settings, home.flatMap { Files.isDirectory($0.secrets) ? $0 : nil })
  }

  private static func file(_ path: String) -> (values: [String: String], faults: [String]) {
    do {
      let bytes = try FileContents.read(path, limitBytes: SettingsFile.limitBytes)
      let file = SettingsFile(text: String(decoding: bytes, as: UTF8.self), path: path)
      return (file.values, file.faults)
    } catch {
      return ([:], ["\(error)"])
    }
  }
}
