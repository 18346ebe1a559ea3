import JSON
import LicenseStore
import ServiceKit

/// `countersign audit verify`
enum AuditVerifyCommand: Subcommand {
  static let name = "audit verify"
  static let summary = "Checks the log against its seals, from the first row on."
  static let usage = "[--head SEQUENCE:HASH] [--json]"
  static let help = """
    Names the first row or seal that was changed, removed, swapped, put in or cut off, and ends with
    1; with 0 where all is whole. Shows the chain's head: keep it off the host, and give it back by
    --head later. Only that tells whether the end of the log was cut off together with its seals, or
    the whole chain made anew. The admin process logs the head, too.

    --head SEQUENCE:HASH   a head that was kept
    --json                 one JSON object instead of a line
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let parsed = try Arguments(arguments, options: ["--head"], switches: ["--json"])
    try parsed.refuseWords()
    let head = try parsed.value("--head").map(Self.head)
    let connection = try DatabaseAccess.connectPatiently(environment: ProcessEnvironment.current())
    guard try Migrator.version(of: connection) >= Migration.requiredVersion else {
      throw CommandFault("the schema is too old; run countersign migrate first")
    }
    let outcome = try LogAudit(connection, keptHead: head).verify()
    let isBehind = try SealStanding.isBehindSeals(connection)
    Console.say(
      parsed.has("--json") ? json(outcome, isBehind: isBehind) : text(outcome, isBehind: isBehind))
    return outcome.isWhole ? 0 : 1
  }

  /// `12:` and 64 hexadecimal digits, as they are shown.
  static func head(_ text: String) throws(UsageFault) -> (sequence: Int64, text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = Int64(parts[0]), sequence > 0,
      String(sequence) == parts[0], parts[1].utf8.count == 64,
      parts[1].utf8.allSatisfy({ Self.isHexDigit($0) })
    else { throw UsageFault("--head takes a sequence, a colon and 64 hexadecimal digits") }
    return (sequence, text)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static let behind = """
    transaction ids begin anew below those that are sealed, as after a restore by pg_dump: rows \
    written since are not sealed, and look as if they were put among those that are; see "The audit \
    log" in docs/operations.md
    """

  /// - Parameter isBehind: the server's transaction ids lie below those that are sealed.
  static func text(_ outcome: LogAudit.Outcome, isBehind: Bool = false) -> String {
    let found =
      switch outcome {
      case .failure(let fault): "the log is broken: \(fault)"
      case .success(let report):
        "the log is whole: \(report.rows) rows in \(report.seals) seals, \(unsealed(report)) rows "
          + "not sealed yet; head \(report.head)"
      }
    return isBehind ? "\(found)\n\(behind)" : found
  }

  private static func unsealed(_ report: LogAudit.Report) -> String {
    report.unsealedRows < LogAudit.unsealedLimit
      ? "\(report.unsealedRows)" : "\(LogAudit.unsealedLimit) or more"
  }

  /// `{"whole":true,"rows","seals","unsealed","head"}`, or `{"whole":false,"broken":"…"}`; both with
  /// `"transactions_begin_anew"`. `unsealed` is 10000 where there are that many or more.
  static func json(_ outcome: LogAudit.Outcome, isBehind: Bool = false) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("whole", outcome.isWhole)
    writer.member("transactions_begin_anew", isBehind)
    switch outcome {
    case .failure(let fault): writer.member("broken", fault.description)
    case .success(let report):
      writer.member("rows", report.rows)
      writer.member("seals", report.seals)
      writer.member("unsealed", report.unsealedRows)
      writer.member("head", report.head.description)
    }
    writer.endObject()
    return writer.text
  }
}

extension LogAudit.Outcome {
  fileprivate var isWhole: Bool {
    if case .success = self { true } else { false }
  }
}
