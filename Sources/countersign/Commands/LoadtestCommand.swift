import Cryptography
import Encodings
import LoadTest
import ServiceKit

/// `countersign loadtest`
enum LoadtestCommand: Subcommand {
  static let name = "loadtest"
  static let summary = "Asks a running cluster many things at once, and measures the answers."
  static let usage = "[--mix M] [--connections N | --rate R] [--duration S] [options]"

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(
      LoadtestDirect.joined(arguments), options: LoadtestOptions.optionNames,
      switches: LoadtestOptions.switchNames)
    try parsed.refuseWords()
    let environment = ProcessEnvironment.current()
    let options = try LoadtestOptions(parsed, environment: environment)
    guard let key = environment["COUNTERSIGN_OPERATOR_KEY"], !key.isEmpty else {
      throw CommandFault("COUNTERSIGN_OPERATOR_KEY is not set: . .run/env sets it")
    }
    if let file = options.plotFile { try PlotFile.check(file) }
    let run = LoadRun(
      options.plan, operatorKey: key, rootKey: try rootKey(environment),
      watcher: LoadProgressLine())
    let report = try run.run()
    if let file = options.plotFile { try PlotFile.write(report.svg, to: file) }
    return show(report, options)
  }

  /// 1 when an answer was wrong, or nothing was answered.
  private static func show(_ report: LoadReport, _ options: LoadtestOptions) -> Int32 {
    Console.say(options.asJSON ? report.json : report.table)
    return report.hasWrongAnswers || !report.wasAnswered ? CommandFault.exitCode : 0
  }

  private static func rootKey(_ environment: [String: String]) throws -> Ed25519PublicKey? {
    guard let text = environment["COUNTERSIGN_ROOT_KEY"], !text.isEmpty else { return nil }
    guard let raw = Base64URL.decode(text.utf8) else {
      throw CommandFault("COUNTERSIGN_ROOT_KEY is no key in base64url")
    }
    return try Ed25519PublicKey(raw: raw)
  }
}
