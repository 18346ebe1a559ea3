extension SecretWatch {
  /// Remembers what an answer hands out, and raises the alarm where a refusal shows a secret: no
  /// problem document gives one back.
  func watch(_ answer: HTTPAnswer) {
    guard answer.status >= 400 else { return learn(from: answer.body) }
    let lines = answer.headers.lines.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    for finding in findings(in: Array(lines.utf8)) + findings(in: answer.body) {
      LeakAlarm.raise(
        "an answer \(answer.status) \(answer.code ?? "") holds \(finding.kind.rawValue)")
    }
  }

  func learn(from body: [UInt8]) {
    for (kind, value) in SecretMembers.read(body) {
      switch kind {
      case .tokenSecret: remember(token: value)
      // Verdicts and problems call their own names so; those have a low line.
      case .licenseCode: if !value.contains("_") { remember(code: value) }
      default: remember(value, kind)
      }
    }
  }

  /// The half that signs; what stands before the dot only names the token.
  public func remember(token: String) {
    guard let dot = token.firstIndex(of: ".") else { return }
    remember(String(token[token.index(after: dot)...]), .tokenSecret)
  }

  public func remember(operatorKey key: String) {
    remember(key.hasPrefix("csk_") ? String(key.dropFirst(4)) : key, .operatorKey)
  }
}
