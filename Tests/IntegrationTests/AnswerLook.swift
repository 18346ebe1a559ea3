import TestClient

/// What is wrong with the answers that one text got: empty when nothing is.
struct AnswerLook: Sendable {
  let text: String
  private(set) var findings: [String] = []

  init(_ text: String) { self.text = text }

  /// `allowed` are statuses; what is no success has to be a problem of api.md's form.
  mutating func look(_ answer: HTTPAnswer, _ field: String, allowed: Int...) {
    check(allowed.contains(answer.status), field, "status \(answer.status): \(answer.text)")
    if answer.status >= 400 {
      let extra: Set<String> = answer.code == "TIMESTAMP_OUT_OF_WINDOW" ? ["server_time"] : []
      let faults = answer.faults(asProblem: answer.code ?? "", answer.status, extra: extra)
      check(faults.isEmpty, field, "\(faults)")
    } else {
      check(answer.formFaults.isEmpty, field, "\(answer.formFaults)")
    }
  }

  /// Byte for byte: `==` would hold `é` in one scalar and in two to be the same.
  mutating func same(_ shown: Json, _ sent: Json, _ field: String) {
    check(shown.bytes == sent.bytes, field, "shown \(shown.compact), sent \(sent.compact)")
  }

  mutating func check(_ holds: Bool, _ field: String, _ finding: @autoclosure () -> String) {
    if !holds { findings.append("\(field) of \(Json.text(text).compact): \(finding())") }
  }
}

extension AnswerLook {
  /// Looks at each text, eight at a time; all findings.
  static func findings(
    _ texts: [String], _ look: @escaping @Sendable (inout AnswerLook) throws -> Void
  ) throws -> [String] {
    let lanes = 8
    return try Parallel.map(lanes) { lane in
      try stride(from: lane, to: texts.count, by: lanes).flatMap { index in
        var one = AnswerLook(texts[index])
        try look(&one)
        return one.findings
      }
    }.flatMap { $0 }
  }
}

extension String {
  var scalarCount: Int { unicodeScalars.count }
}
