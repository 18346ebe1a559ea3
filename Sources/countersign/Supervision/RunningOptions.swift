/// What the options of a running cluster came to, as its home's `options` tells: for who asks for a
/// cluster where one runs already.
enum RunningOptions {
  static func text(_ options: ClusterOptions, opsPort: Int, directPort: Int) -> String {
    EnvironmentFile.text(values(options, opsPort: opsPort, directPort: directPort))
  }

  /// Sentences about the options that this call names and that the running cluster has otherwise.
  static func differences(_ options: ClusterOptions, from text: String) -> [String] {
    let running = EnvironmentFile.parse(text)
    let asked = values(options, opsPort: options.opsPort, directPort: options.directPort)
    return asked.compactMap { name, value in
      guard options.named.contains(name), let other = running[name], other != value else {
        return nil
      }
      return "\(name) is \(other.isEmpty ? "not set" : other) there, not \(value)"
    }
  }

  private static func values(
    _ options: ClusterOptions, opsPort: Int?, directPort: Int?
  ) -> [(name: String, value: String)] {
    let numbers: [(String, Int?)] =
      [
        ("--port", options.port), ("--ops-port", opsPort), ("--direct-port", directPort),
        ("--lanes", options.lanes), ("--writer-lanes", options.writerLanes),
      ] + ProcessKind.allCases.map { ($0.option, options.count(of: $0)) }
    return numbers.map { (name: $0.0, value: $0.1.map(String.init) ?? "") } + [
      ("--tls-cert-file", options.tls?.certificate ?? ""),
      ("--tls-key-file", options.tls?.key ?? ""),
    ]
  }
}
