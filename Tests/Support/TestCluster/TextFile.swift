import Foundation

public enum TextFile {
  /// What stands in the file; empty when there is none.
  public static func read(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Lines `NAME='value'` that a shell can read, a quote inside written as `'\''`.
  public static func readEnvironment(_ path: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in read(path).split(separator: "\n") {
      guard let equals = line.firstIndex(of: "="), !line.hasPrefix("#") else { continue }
      var value = String(line[line.index(after: equals)...])
      if value.count >= 2, value.hasPrefix("'"), value.hasSuffix("'") {
        value = value.dropFirst().dropLast().replacingOccurrences(of: "'\\''", with: "'")
      }
      values[String(line[..<equals])] = value
    }
    return values
  }

  /// Every regular file below a folder, by its path.
  public static func all(below folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.map { folder + "/" + $0 }.filter { path in
      let kind =
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      return kind == .typeRegular
    }
  }
}
