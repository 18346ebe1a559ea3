extension LoadReport {
  /// For people, in lines.
  public var table: String {
    var lines = [
      "\(Decimal.text(rate, decimals: 0)) answers a second, "
        + "\(tally.latencies.count) in \(Decimal.text(seconds, decimals: 1)) s, "
        + (plan.isDirect
          ? "\(plan.connections) in flight over the bus" : "over \(plan.connections) connections")
    ]
    lines += notes
    lines.append("")
    lines.append(Self.row("", ["answered", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "max ms"]))
    for kind in plan.mix.kinds {
      if let seen = tally.kinds[kind.rawValue] { lines.append(row(kind.name, seen.latencies)) }
    }
    if plan.mix.kinds.count > 1 { lines.append(row("all", tally.latencies)) }
    lines += ["", checkLine, testerLine]
    return (lines + errorLines).joined(separator: "\n")
  }

  private var notes: [String] {
    var notes: [String] = []
    if tally.ranOut {
      notes.append("! what was made ready for activations ran out, which ended the run")
    }
    if tally.unsent > 0 {
      notes.append("! \(tally.unsent) requests were due and found no free connection to the end")
    }
    if tally.unanswered > 0 {
      notes.append("! \(tally.unanswered) requests were sent and never answered")
    }
    if tally.wrong > 0 { notes.append("! \(tally.wrong) answers were WRONG") }
    if !keySetWasChecked {
      notes.append("! no root key was given: the key set was taken as the server told it")
    }
    return notes
  }

  private var checkLine: String {
    let checks = tally.checks
    return "proofs: \(checks.done) checked (\(checks.jws) JWS, \(checks.batch) batch, "
      + "\(checks.signatures) signatures), \(checks.failed) failed"
  }

  private var testerLine: String {
    "the load test itself used \(Decimal.text(cpuMicroseconds, decimals: 1)) µs of CPU per answer"
  }

  private var errorLines: [String] {
    guard tally.errorCount > 0 else { return ["no errors"] }
    var lines = ["\(tally.errorCount) errors:"]
    for (reason, entry) in tally.errors.byCount {
      lines.append("  \(entry.count) × \(reason), as in: \(entry.example)")
    }
    return lines
  }

  private func row(_ name: String, _ latencies: LatencyHistogram) -> String {
    let ranks = [0.5, 0.9, 0.99, 0.999].map {
      Decimal.milliseconds(latencies.value(atRank: $0))
    }
    return Self.row(
      name, ["\(latencies.count)"] + ranks + [Decimal.milliseconds(latencies.max)])
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    let padded = cells.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(1, 11 - name.count)) + padded.joined()
  }
}
