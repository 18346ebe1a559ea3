import Glibc

/// A process' configuration: each setting is declared once, with its limits and its help, and comes
/// from an option, the environment, the file named by `COUNTERSIGN_CONFIG`, or its default, in this
/// order of weight.
///
/// Faults are collected; `finish` throws all of them at once. Until then a faulty setting reads as
/// an empty or smallest value, so that `main.swift` can go on declaring.
public struct Settings {
  private struct Declaration {
    let name: String
    let help: String
    let defaultText: String?
    var alias: String?
  }

  private let process: String
  private let summary: String
  private let values: SettingValues
  private var declarations: [Declaration] = []
  private var faults: [String] = []
  /// Whether `--help` was among the arguments.
  public let isHelpWanted: Bool

  /// - Parameters:
  ///   - process: the program's name, for the help text.
  ///   - summary: one sentence that says what the program does.
  public init(
    process: String, summary: String = "",
    arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    environment: [String: String] = ProcessEnvironment.current()
  ) {
    self.process = process
    self.summary = summary
    let parser = OptionParser(arguments)
    isHelpWanted = parser.isHelpWanted
    faults = parser.faults
    let path = parser.options["--config"] ?? environment["COUNTERSIGN_CONFIG"] ?? ""
    let file = Settings.readFile(path, &faults)
    values = SettingValues(options: parser.options, environment: environment, file: file)
    _ = optionalText("COUNTERSIGN_CONFIG", help: "A file of further settings, NAME=value a line.")
  }

  private static func readFile(_ path: String, _ faults: inout [String]) -> [String: String] {
    guard !path.isEmpty else { return [:] }
    do {
      let bytes = try FileContents.read(path, limitBytes: SettingsFile.limitBytes)
      let file = SettingsFile(text: String(decoding: bytes, as: UTF8.self), path: path)
      faults += file.faults
      return file.values
    } catch {
      faults.append("COUNTERSIGN_CONFIG: \(error)")
      return [:]
    }
  }

  // MARK: Kinds of settings

  /// A text; without a default it is required.
  public mutating func text(_ name: String, default standard: String? = nil, help: String)
    -> String
  {
    declare(name, help, standard)
    if let value = values.value(of: name) ?? standard { return value }
    refuse(name, "is required")
    return ""
  }

  /// A text that may be absent. `alias` is a shorter option for it, such as `--tls-cert`.
  public mutating func optionalText(
    _ name: String, alias: String? = nil, help: String
  ) -> String? {
    declare(name, help, "", alias: alias)
    return values.value(of: name, alias: alias)
  }

  /// A whole number within `range`; without a default it is required.
  public mutating func integer(
    _ name: String, default standard: Int? = nil, in range: ClosedRange<Int>, help: String
  ) -> Int {
    declare(name, "\(help) \(range.lowerBound) to \(range.upperBound).", standard.map(String.init))
    guard let text = values.value(of: name) else {
      if standard == nil { refuse(name, "is required") }
      return standard ?? range.lowerBound
    }
    guard let value = Int(text), range.contains(value) else {
      refuse(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      return range.lowerBound
    }
    return value
  }

  /// Texts parted by commas, blanks around them cut; without a default at least one is required.
  public mutating func list(_ name: String, default standard: [String]? = nil, help: String)
    -> [String]
  {
    declare(name, help, standard?.joined(separator: ","))
    guard let text = values.value(of: name) else {
      if standard == nil { refuse(name, "is required") }
      return standard ?? []
    }
    let items = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0).trimmed }
    if items.contains("") { refuse(name, "has an empty item between its commas") }
    return items
  }

  /// `true` or `false`.
  public mutating func flag(_ name: String, default standard: Bool, help: String) -> Bool {
    declare(name, help, standard ? "true" : "false")
    switch values.value(of: name) {
    case nil: return standard
    case "true": return true
    case "false": return false
    default:
      refuse(name, "must be true or false")
      return standard
    }
  }

  /// One of a few words.
  public mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, default standard: Choice, help: String
  ) -> Choice {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    declare(name, "\(help) One of: \(words).", standard.rawValue)
    guard let text = values.value(of: name) else { return standard }
    if let choice = Choice(rawValue: text) { return choice }
    refuse(name, "must be one of: \(words)")
    return standard
  }

  /// The path of a file; without a default it is required. Nothing is opened.
  public mutating func path(_ name: String, default standard: String? = nil, help: String)
    -> String
  {
    text(name, default: standard, help: help)
  }

  /// The path of a file that holds a secret; `name` ends in `_FILE`. The file must exist, be
  /// regular and be closed to others. The secret itself, given under the name without `_FILE`, is
  /// refused: environments and command lines can be read by others.
  public mutating func secretFile(_ name: String, help: String) -> SecretFile {
    precondition(name.hasSuffix("_FILE"), "A secret's setting is a path and ends in _FILE.")
    declare(name, help, nil)
    let bare = String(name.dropLast("_FILE".count))
    if values.value(of: bare) != nil {
      refuse(bare, "is a secret and is not taken by value; name a file by \(name)")
    }
    guard let path = values.value(of: name) else {
      refuse(name, "is required")
      return SecretFile(path: "")
    }
    return check(SecretFile(path: path), name)
  }

  private mutating func check(_ file: SecretFile, _ name: String) -> SecretFile {
    do {
      _ = try file.read()
    } catch {
      refuse(name, "\(error)")
    }
    return file
  }

  /// A store's URL (`DATABASE_URL`, `REDIS_URL`), by value or in the file that `<name>_FILE`
  /// names. By value it must not carry a password. Without a default it is required.
  public mutating func storeURL(_ name: String, default standard: String? = nil, help: String)
    -> SecretText
  {
    declare(name, help, standard)
    declare(name + "_FILE", "The path of a file that holds \(name), with its password.", "")
    let direct = values.value(of: name)
    guard let path = values.value(of: name + "_FILE") else {
      return SecretText(checkedURL(name, direct ?? standard))
    }
    if direct != nil { refuse(name, "and \(name)_FILE are both set; keep one of them") }
    return readURL(name, SecretFile(path: path))
  }

  private mutating func checkedURL(_ name: String, _ url: String?) -> String {
    guard let url else {
      refuse(name, "is required, or \(name)_FILE")
      return ""
    }
    if StoreURL.containsPassword(url) {
      refuse(name, "carries a password; put it into a file of mode 0600 named by \(name)_FILE")
    }
    return url
  }

  private mutating func readURL(_ name: String, _ file: SecretFile) -> SecretText {
    do {
      let url = try file.readText()
      if url.value.isEmpty { refuse(name + "_FILE", "names an empty file") }
      return url
    } catch {
      refuse(name + "_FILE", "\(error)")
      return SecretText("")
    }
  }

  /// `COUNTERSIGN_LOG_LEVEL`.
  public mutating func logLevel() -> LogLevel {
    choice("COUNTERSIGN_LOG_LEVEL", default: LogLevel.info, help: "The lowest level to log.")
  }

  /// For what only the caller can judge: "must be …", "is …".
  public mutating func refuse(_ name: String, _ reason: String) {
    faults.append("\(name) \(reason) (option \(SettingName.option(for: name)))")
  }

  // MARK: The end of declaring

  /// Throws all faults at once, names that nobody declared among them.
  public func finish() throws(ConfigurationFaults) {
    let all = faults + unknownNames()
    guard all.isEmpty else { throw ConfigurationFaults(all) }
  }

  /// `finish` for a main program: prints the help and exits with 0, or all faults and exits with 78.
  public func finishOrExit() {
    if isHelpWanted {
      DescriptorLogSink(fileDescriptor: STDOUT_FILENO).write(Array(helpText.utf8))
      exit(0)
    }
    warnOfStrangers(DescriptorLogSink())
    do {
      try finish()
    } catch {
      let lines = error.faults.map { "\(process): \($0)\n" }.joined()
      DescriptorLogSink().write(Array((lines + "\(process): --help lists all settings\n").utf8))
      exit(ConfigurationFaults.exitCode)
    }
  }

  /// No fault: an older program may meet the file of a newer one.
  public func warnOfStrangers(_ sink: any LogSink) {
    guard !strangers.isEmpty else { return }
    Logger(process: process, level: .warning, sink: sink).warning(
      "The file of settings names what no process reads.",
      [LogField("names", strangers.joined(separator: ", "))])
  }

  /// Strangers in the environment are nobody's fault; options and the file are written for us.
  private func unknownNames() -> [String] {
    let options = Set(
      declarations.flatMap { [SettingName.option(for: $0.name)] + ($0.alias.map { [$0] } ?? []) })
    let names = Set(declarations.map(\.name))
    return values.optionNames.filter { !options.contains($0) }
      .map { "\($0) is not an option" }
      + values.fileNames.filter { !names.contains($0) && !isSharedName($0) }
      .map { "\($0) in the file of settings is not a setting" }
  }

  /// Names in the file of settings that look like settings, and that nobody reads.
  public var strangers: [String] {
    let own = Set(declarations.map(\.name))
    return values.fileNames.filter {
      isSharedName($0) && !own.contains($0) && !KnownSettings.names.contains($0)
    }
  }

  /// One file may serve several processes: what another process understands is left alone.
  private func isSharedName(_ name: String) -> Bool {
    name.hasPrefix("COUNTERSIGN_") || name.hasPrefix("DATABASE_") || name.hasPrefix("REDIS_")
  }

  public var helpText: String {
    var text = "usage: \(process) [--name value]…\n"
    if !summary.isEmpty { text += "\n\(summary)\n" }
    text += "\nA setting comes from its option, the environment, or the file of settings.\n"
    for declaration in declarations {
      let alias = declaration.alias.map { ", \($0)" } ?? ""
      text += "\n  \(SettingName.option(for: declaration.name))\(alias)  (\(declaration.name))\n"
      text += "      \(declaration.help)\(Settings.note(declaration.defaultText))\n"
    }
    return text
  }

  private static func note(_ defaultText: String?) -> String {
    switch defaultText {
    case nil: " Required."
    case "": ""
    case .some(let text): " Default: \(text)."
    }
  }

  private mutating func declare(
    _ name: String, _ help: String, _ defaultText: String?, alias: String? = nil
  ) {
    declarations.append(
      Declaration(name: name, help: help, defaultText: defaultText, alias: alias))
  }
}
