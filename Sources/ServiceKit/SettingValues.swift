/// Where settings come from: options before the environment before the file.
struct SettingValues {
  /// By the options' own names, `--lanes`.
  private let options: [String: String]
  private let environment: [String: String]
  private let file: [String: String]

  init(options: [String: String], environment: [String: String], file: [String: String]) {
    self.options = options
    self.environment = environment
    self.file = file
  }

  /// An empty value counts as absent everywhere.
  func value(of name: String, alias: String? = nil) -> String? {
    let candidates = [
      options[SettingName.option(for: name)], alias.flatMap { options[$0] }, environment[name],
      file[name],
    ]
    return candidates.lazy.compactMap { $0 }.first { !$0.isEmpty }
  }

  var optionNames: [String] { options.keys.sorted() }
  var fileNames: [String] { file.keys.sorted() }
}
