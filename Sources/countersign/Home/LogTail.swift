import Glibc

/// The end of a process' log, for a sentence about that process.
enum LogTail {
  private static let limitBytes = 16 * 1024
  private static let lineLimit = 400

  /// The last lines that hold anything, at most `count`, each cut to 400 characters.
  static func lines(_ path: String, _ count: Int = 1) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    lseek(descriptor, max(0, size - limitBytes), SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: limitBytes)
    let length = read(descriptor, &bytes, limitBytes)
    guard length > 0 else { return [] }
    let text = String(decoding: bytes[..<length], as: UTF8.self)
    let lines = text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    return lines.suffix(count).map { String($0.prefix(lineLimit)) }
  }

  /// `see PATH`, with what it says last where it says anything.
  static func hint(_ path: String) -> String {
    let last = lines(path).first.map { ", which ends: \($0)" } ?? ""
    return "see \(path)\(last)"
  }

  /// The faults by which a program of ours refused its configuration when it last started, as it
  /// wrote them: `countersign-admin: COUNTERSIGN_LANES must …`, closed by a word on `--help`.
  static func faults(_ path: String, of executable: String) -> [String] {
    let lead = executable + ": "
    let closing = lead + "--help lists all settings"
    let lines = lines(path, 50)
    guard let end = lines.lastIndex(of: closing) else { return [] }
    let start = lines[..<end].lastIndex { !$0.hasPrefix(lead) || $0 == closing }
    return lines[(start.map { $0 + 1 } ?? 0)..<end].map { String($0.dropFirst(lead.count)) }
  }
}
