import ServiceKit

/// The certificate and key by which a cluster's gateways speak HTTPS: settings of the gateway, by
/// its own names.
struct ClusterTLS: Equatable {
  private static let certificateOptions = ["--tls-cert-file", "--tls-cert"]
  private static let keyOptions = ["--tls-key-file", "--tls-key"]
  private static let certificateSetting = "COUNTERSIGN_TLS_CERT_FILE"
  private static let keySetting = "COUNTERSIGN_TLS_KEY_FILE"

  static let optionNames = certificateOptions + keyOptions

  /// Both absolute: gateways may stand in another folder than who named them.
  let certificate: String
  let key: String

  /// As all settings: from an option, the environment, or the file that `COUNTERSIGN_CONFIG` names.
  static func read(
    _ arguments: Arguments, environment: [String: String]
  ) throws(UsageFault) -> ClusterTLS? {
    let sources = [environment, file(environment["COUNTERSIGN_CONFIG"] ?? "")]
    let certificate = try path(certificateOptions, certificateSetting, arguments, sources)
    let key = try path(keyOptions, keySetting, arguments, sources)
    guard let certificate, let key else {
      guard certificate == nil, key == nil else {
        throw UsageFault("--tls-cert-file and --tls-key-file are named together")
      }
      return nil
    }
    return ClusterTLS(certificate: certificate, key: key)
  }

  var settings: [String: String] {
    [ClusterTLS.certificateSetting: certificate, ClusterTLS.keySetting: key]
  }

  private static func path(
    _ options: [String], _ setting: String, _ arguments: Arguments, _ sources: [[String: String]]
  ) throws(UsageFault) -> String? {
    var found: [String] = []
    for option in options {
      if let value = try arguments.value(option) { found.append(value) }
    }
    guard found.count <= 1 else { throw UsageFault("\(options[0]) is given twice") }
    let named = found + sources.compactMap { $0[setting] }
    return named.first { !$0.isEmpty }.map(Files.absolute)
  }

  /// Faults of the file are the gateway's to tell.
  private static func file(_ path: String) -> [String: String] {
    guard !path.isEmpty, let text = Files.text(path) else { return [:] }
    return SettingsFile(text: text, path: path).values
  }

  /// The same words with absolute paths, for a process that stands in another folder.
  static func withAbsolutePaths(_ words: [String]) -> [String] {
    var isPath = false
    return words.map { word in
      defer { isPath = optionNames.contains(word) }
      if isPath { return Files.absolute(word) }
      for name in optionNames where word.hasPrefix(name + "=") {
        return name + "=" + Files.absolute(String(word.dropFirst(name.count + 1)))
      }
      return word
    }
  }
}
