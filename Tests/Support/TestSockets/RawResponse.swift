/// An answer as a strict client reads it.
public struct RawResponse: Equatable, Sendable {
  public var status: Int
  /// Names in lower case.
  public var headers: [String: String]
  public var body: String

  static func parse(
    _ bytes: ArraySlice<UInt8>, headOnly: Bool
  ) -> (RawResponse, ArraySlice<UInt8>)? {
    guard let end = endOfHead(bytes) else { return nil }
    let head = String(decoding: bytes[..<(end - 4)], as: UTF8.self)
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let statusLine = lines[0].split(separator: " ")
    guard statusLine.count > 1, let status = Int(statusLine[1]) else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    let hasBody = !headOnly && status >= 200 && status != 204 && status != 304
    let length = hasBody ? Int(headers["content-length"] ?? "0") ?? 0 : 0
    guard bytes.endIndex - end >= length else { return nil }
    let body = String(decoding: bytes[end..<(end + length)], as: UTF8.self)
    return (RawResponse(status: status, headers: headers, body: body), bytes[(end + length)...])
  }

  private static func endOfHead(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (bytes.startIndex...(bytes.endIndex - 4)).first {
      bytes[$0...].starts(with: [13, 10, 13, 10])
    }.map { $0 + 4 }
  }
}
