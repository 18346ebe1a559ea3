import HTTPLoad

/// The cheap look that each answer gets: status, and a few bytes that a good one has.
struct AnswerLook {
  private static let patterns: [BytePattern] = RequestKind.allCases.map { kind in
    switch kind {
    case .verify: BytePattern(#""code":"VALID""#)
    case .renew, .activate: accessToken
    case .config: BytePattern(#""settings":{"#)
    case .introspect: BytePattern(#""active":true"#)
    case .healthz: BytePattern("")
    }
  }
  static let accessToken = BytePattern(#""access_token":""#)
  static let boundBefore = BytePattern(#""new":false"#)
  static let problemCode = BytePattern(#""code":""#)

  private let patterns = AnswerLook.patterns

  func verdict(_ kind: RequestKind, _ answer: borrowing Answer) -> Verdict {
    switch answer.status {
    case 200:
      kind == .healthz || answer.contains(patterns[kind.rawValue]) ? .good : .wrong
    case 429, 500...: .refused
    default: .wrong
    }
  }

  /// `503 SERVICE_UNAVAILABLE`
  static func reason(_ answer: borrowing Answer) -> String {
    guard let code = answer.text(behind: problemCode, limitBytes: 64) else {
      return "\(answer.status)"
    }
    return "\(answer.status) \(String(decoding: code, as: UTF8.self))"
  }
}
