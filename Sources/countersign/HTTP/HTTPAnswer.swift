import JSON

/// One answer: status, fields with their names in lower case, body.
struct HTTPAnswer {
  let status: Int
  let fields: [(name: String, value: String)]
  let body: [UInt8]

  var json: JSONValue? { try? JSON.parse(body) }

  /// Reads an answer that ended with its connection; `nil` for what is none, or is cut short.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      return nil
    }
    self.status = status
    fields = lines.dropFirst().compactMap(HTTPAnswer.field)
    let rest = bytes[end.upperBound...]
    guard let length = fields.first(where: { $0.name == "content-length" }) else {
      body = Array(rest)
      return
    }
    guard let count = Int(length.value), rest.count >= count else { return nil }
    body = Array(rest.prefix(count))
  }

  private static func field(_ line: Substring) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    return (line[..<colon].lowercased(), String(value))
  }
}
