/// What a load test found.
public struct LoadReport: Sendable {
  let plan: LoadPlan
  let tally: Tally
  /// Whether the root key's word for the signing keys was asked for.
  let keySetWasChecked: Bool

  /// The time really measured, in seconds.
  var seconds: Double { Double(tally.measured) / 1e9 }

  /// Good answers a second.
  var rate: Double { seconds > 0 ? Double(tally.latencies.count) / seconds : 0 }

  /// What the load test itself used of the processors, for each answer.
  var cpuMicroseconds: Double {
    let answers = tally.statuses.reduce(0, +)
    return answers > 0 ? Double(tally.cpu) / 1e3 / Double(answers) : 0
  }

  /// Answers that no server may give: the run has failed.
  public var hasWrongAnswers: Bool { tally.wrong > 0 }

  public var wasAnswered: Bool { tally.latencies.count > 0 }
}
