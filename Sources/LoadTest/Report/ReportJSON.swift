import JSON

extension LoadReport {
  /// One JSON object.
  public var json: String {
    var writer = JSONWriter(capacity: 16 * 1024)
    writer.beginObject()
    writer.decimal("rps", rate, decimals: 1)
    writer.member("errors", tally.errorCount)
    writer.latencies("latency_ms", tally.latencies)
    writer.member("answered", tally.latencies.count)
    writer.member("wrong", tally.wrong)
    writer.decimal("duration_s", seconds, decimals: 3)
    writer.name("measured_ns")
    writer.beginObject()
    writer.member("from", tally.measuringStarted)
    writer.member("to", tally.measuringStarted + tally.measured)
    writer.endObject()
    writePlan(&writer)
    writeKinds(&writer)
    writeStatuses(&writer)
    writeErrors(&writer)
    writeChecks(&writer)
    writeTester(&writer)
    writer.member("unsent", tally.unsent)
    writer.member("unanswered", tally.unanswered)
    writer.member("ran_out", tally.ranOut)
    writer.member("reconnects", tally.reconnects)
    writer.member("repeated_activations", tally.repeatedActivations)
    writer.name("renewals")
    writer.beginObject()
    writer.member("new_token", tally.newTokens)
    writer.member("same_token", tally.sameTokens)
    writer.endObject()
    writeTimeline(&writer)
    writer.endObject()
    return writer.text
  }

  private func writePlan(_ writer: inout JSONWriter) {
    writer.member("url", plan.url)
    writer.member("transport", plan.isDirect ? "direct" : "http")
    writer.member("connections", plan.connections)
    writer.member("threads", plan.threads)
    if case .open(let rate) = plan.pace { writer.decimal("rate", rate, decimals: 1) }
    if case .closed(let think) = plan.pace {
      writer.member("think_ms", think / 1_000_000)
    }
    writer.member("devices", plan.mix.needsDevices ? plan.devices : 0)
    writer.name("mix")
    writer.beginObject()
    for kind in plan.mix.kinds { writer.member(text: kind.name, plan.mix.weight(of: kind)) }
    writer.endObject()
    writer.member("proof", plan.asksForBatchProofs ? "batch" : "jws")
  }

  private func writeKinds(_ writer: inout JSONWriter) {
    writer.name("kinds")
    writer.beginObject()
    for kind in plan.mix.kinds {
      guard let seen = tally.kinds[kind.rawValue] else { continue }
      writer.name(text: kind.name)
      writer.beginObject()
      writer.member("answered", seen.answered)
      writer.member("errors", seen.errors)
      let rate = seconds > 0 ? Double(seen.answered) / seconds : 0
      writer.decimal("rps", rate, decimals: 1)
      writer.latencies("latency_ms", seen.latencies)
      writer.endObject()
    }
    writer.endObject()
  }

  private func writeStatuses(_ writer: inout JSONWriter) {
    writer.name("statuses")
    writer.beginObject()
    for (status, count) in tally.statuses.enumerated() where count > 0 {
      writer.member(text: "\(status)", count)
    }
    writer.endObject()
  }

  private func writeErrors(_ writer: inout JSONWriter) {
    writer.name("errors_by_reason")
    writer.beginArray()
    for (reason, entry) in tally.errors.byCount {
      writer.beginObject()
      writer.member("reason", reason)
      writer.member("count", entry.count)
      writer.member("example", entry.example)
      writer.endObject()
    }
    writer.endArray()
  }

  private func writeChecks(_ writer: inout JSONWriter) {
    writer.name("checks")
    writer.beginObject()
    writer.decimal("share", plan.checkShare, decimals: 6)
    writer.member("done", tally.checks.done)
    writer.member("failed", tally.checks.failed)
    writer.member("jws", tally.checks.jws)
    writer.member("batch", tally.checks.batch)
    writer.member("signatures", tally.checks.signatures)
    writer.member("key_set_checked", keySetWasChecked)
    writer.endObject()
  }

  private func writeTester(_ writer: inout JSONWriter) {
    writer.name("tester")
    writer.beginObject()
    writer.decimal("cpu_us_per_request", cpuMicroseconds, decimals: 2)
    writer.endObject()
  }

  private func writeTimeline(_ writer: inout JSONWriter) {
    writer.name("timeline")
    writer.beginArray()
    let interval = tally.timeline.intervalSeconds
    for (number, latencies) in tally.timeline.intervals.enumerated() {
      writer.beginObject()
      writer.member("second", number * interval)
      writer.decimal("rps", Double(latencies.count) / Double(interval), decimals: 1)
      writer.decimal("p99_ms", Double(latencies.value(atRank: 0.99)) / 1e6, decimals: 3)
      writer.endObject()
    }
    writer.endArray()
  }
}

extension JSONWriter {
  fileprivate mutating func member(text name: String, _ value: Int) {
    self.name(text: name)
    integer(value)
  }

  fileprivate mutating func decimal(_ name: String, _ value: Double, decimals: Int) {
    self.name(text: name)
    raw(Decimal.text(value, decimals: decimals))
  }

  fileprivate mutating func latencies(_ name: String, _ histogram: LatencyHistogram) {
    self.name(text: name)
    beginObject()
    for (name, rank) in LatencyRanks.all {
      decimal(name, Double(histogram.value(atRank: rank)) / 1e6, decimals: 3)
    }
    decimal("max", Double(histogram.max) / 1e6, decimals: 3)
    decimal("mean", histogram.mean / 1e6, decimals: 3)
    endObject()
  }
}
