import Foundation
import JSON
import Testing

/// The files beside the tests.
enum Vectors {
  struct ParsingCase: Sendable, CustomTestStringConvertible {
    let name: String
    let expect: String
    let text: [UInt8]
    var testDescription: String { name }
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = Bundle.module.resourceURL!.appending(path: "Vectors")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  static func parsingCases() throws -> [ParsingCase] {
    try bytes("parsing.jsonl").split(separator: UInt8(ascii: "\n")).map { line in
      let value = try JSON.parse(Array(line))
      return ParsingCase(
        name: value["name"]!.string!, expect: value["expect"]!.string!,
        text: Array(Data(base64Encoded: value["json_b64"]!.string!)!))
    }
  }
}
