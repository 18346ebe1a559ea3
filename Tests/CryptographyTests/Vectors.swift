import Foundation
import JSON

/// The files beside the tests, and hex.
enum Vectors {
  static func read(_ name: String) throws -> JSONValue {
    let folder = Bundle.module.resourceURL!.appending(path: "Vectors")
    return try JSON.parse(Array(try Data(contentsOf: folder.appending(path: name))))
  }

  static func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue!) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  static func hex(_ value: JSONValue?) -> [UInt8] { hex(value!.string!) }
}
