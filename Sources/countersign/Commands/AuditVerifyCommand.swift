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
    let connection = try DatabaseAccess.connect(environment: ProcessEnvironment.current())
    guard try Migrator.version(of: connection) >= Migration.requiredVersion else {
      throw CommandFault("the schema is too old; run countersign migrate first")
    }
    let outcome = try LogAudit(connection, keptHead: head).verify()
    Console.say(parsed.has("--json") ? json(outcome) : text(outcome))
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

  static func text(_ outcome: LogAudit.Outcome) -> String {
    switch outcome {
    case .failure(let fault): "the log is broken: \(fault)"
    case .success(let report):
      "the log is whole: \(report.rows) rows in \(report.seals) seals, \(report.unsealedRows) rows "
        + "not sealed yet; head \(report.head)"
    }
  }

  /// `{"whole":true,"rows","seals","unsealed","head"}`, or `{"whole":false,"broken":"…"}`.
  static func json(_ outcome: LogAudit.Outcome) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("whole", outcome.isWhole)
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
