import TestFiles
import Testing

@testable import countersign

struct LogTailTests {
  @Test func `the last lines are shown, each cut, empty ones left out`() {
    let file = TemporaryFile("one\n" + String(repeating: "x", count: 500) + "\n \n\n")
    #expect(LogTail.lines(file.path) == [String(repeating: "x", count: 400)])
    #expect(LogTail.lines(file.path, 9).first == "one")
    #expect(LogTail.hint(file.path).hasPrefix("see \(file.path), which ends: xxx"))
    #expect(LogTail.lines("/nowhere") == [])
    #expect(LogTail.hint("/nowhere") == "see /nowhere")
  }

  @Test func `of a long log only the end is read`() {
    let file = TemporaryFile(String(repeating: "line\n", count: 10_000) + "last\n")
    #expect(LogTail.lines(file.path, 2) == ["line", "last"])
  }

  @Test func `the faults of the last refusal are shown, not those of earlier ones`() {
    let closing = "countersign-x: --help lists all settings\n"
    let file = TemporaryFile(
      "countersign-x: OLD is required\n\(closing){\"level\":\"warning\"}\n"
        + "countersign-x: A is required\ncountersign-x: B is required\n\(closing)")
    #expect(LogTail.faults(file.path, of: "countersign-x") == ["A is required", "B is required"])
    let adjacent = TemporaryFile("countersign-x: OLD\n\(closing)countersign-x: NEW\n\(closing)")
    #expect(LogTail.faults(adjacent.path, of: "countersign-x") == ["NEW"])
    #expect(LogTail.faults(file.path, of: "countersign-y") == [])
  }
}
