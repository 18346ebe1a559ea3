import Instants
import JSON
import ServiceKit
import Testing

struct LoggerTests {
  private let sink = CollectingSink()
  private let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 1_796_000_000))

  private func logger(_ level: LogLevel = .info) -> Logger {
    Logger(process: "gateway", level: level, time: time, sink: sink)
  }

  @Test func `a line is one JSON object with time, level, process, message and fields`() throws {
    time.advance(milliseconds: 7)
    logger().warning(
      "A peer is gone.",
      [LogField("peer", "w-1"), LogField("silent_ms", 3000), LogField("able", false)])
    #expect(
      sink.text
        == #"{"time":"2026-11-30T00:53:20.007Z","level":"warning","process":"gateway","#
        + #""message":"A peer is gone.","peer":"w-1","silent_ms":3000,"able":false}"# + "\n")
  }

  @Test func `lines below the level are not made at all`() {
    var isMade = false
    func fields() -> [LogField] {
      isMade = true
      return []
    }
    logger(.warning).info("Nobody reads this.", fields())
    #expect(sink.writes.isEmpty && !isMade)
  }

  @Test(arguments: [
    "a\nb", "\r\n{\"level\":\"error\"}", "\u{1B}[31mred", "\u{7F}", "\u{85}", "\u{2028}x",
    "\u{202E}txt.exe", "quote\" and \\", "tab\t", "\u{0}",
  ])
  func `no value forges a line or moves the reader's screen`(value: String) throws {
    logger().info("Something came in.", [LogField("value", value)])
    let line = try #require(sink.writes.first)
    #expect(line.unicodeScalars.filter { $0.value < 0x20 || $0.value == 0x7F } == ["\n"])
    #expect(line.hasSuffix("}\n"))
    #expect(!line.unicodeScalars.contains("\u{202E}") && !line.unicodeScalars.contains("\u{85}"))
    if !value.unicodeScalars.contains("\u{0}") {
      let parsed = try JSON.parse(Array(line.utf8))
      #expect(parsed["value"]?.string == value)
    }
  }

  @Test func `a long value is cut`() throws {
    logger().info(
      "Something long came in.", [LogField("value", String(repeating: "é", count: 9999))])
    #expect(sink.text.utf8.count < 2400)
    #expect(sink.text.contains("é…\"}"))
  }

  @Test func `integers of all sizes are written whole`() {
    logger().info(
      "Counts.", [LogField("a", Int64.min), LogField("b", UInt64.max), LogField("c", UInt8(7))])
    #expect(
      sink.text.hasSuffix(#""a":-9223372036854775808,"b":18446744073709551615,"c":7}"# + "\n"))
  }

  @Test func `a buffer writes all lines of a turn at once`() {
    let buffer = LogBuffer(logger())
    buffer.info("First.")
    buffer.info("Second.")
    #expect(sink.writes.isEmpty)
    buffer.flush()
    buffer.flush()
    #expect(sink.writes.count == 1)
    #expect(sink.text.split(separator: "\n").count == 2)
  }

  @Test func `a full buffer does not wait for the end of the turn`() {
    let buffer = LogBuffer(logger())
    let value = String(repeating: "x", count: 2000)
    for _ in 0..<40 { buffer.info("Long.", [LogField("value", value)]) }
    #expect(sink.writes.count == 1)
    #expect(sink.text.utf8.count > LogBuffer.limitBytes)
  }
}
