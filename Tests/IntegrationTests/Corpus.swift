import TestClient
import TestCluster

/// Other people's texts; what they are and whence stands in `Tests/JSONTests/Vectors/README.md`.
enum Corpus {
  struct ParsingCase: Sendable {
    let name: String
    let text: [UInt8]

    /// U+0000 is JSON, and refused here: PostgreSQL cannot store it.
    var holdsEscapedNull: Bool { String(decoding: text, as: UTF8.self).contains(#"\u0000"#) }
  }

  static func naughtyTexts() throws -> [String] {
    try JsonReader.read(Array(read("blns.json").utf8)).items.compactMap(\.string)
  }

  static func parsingCases() throws -> [ParsingCase] {
    try read("parsing.jsonl").split(separator: "\n").map { line in
      let value = try JsonReader.read(Array(line.utf8))
      return ParsingCase(
        name: value["name"].string ?? "", text: Base64.bytes(value["json_b64"].string ?? ""))
    }
  }

  private static func read(_ name: String) -> String {
    let root = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return TextFile.read("/\(root)/JSONTests/Vectors/\(name)")
  }
}

/// Base 64 of RFC 4648 section 4, by way of section 5.
private enum Base64 {
  static func bytes(_ text: String) -> [UInt8] {
    let urlSafe = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return Base64URL.bytes(urlSafe) ?? []
  }
}
