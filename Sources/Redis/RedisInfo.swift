/// What `INFO` says: lines of `name:value`.
public struct RedisInfo: Sendable {
  private var fields: [String: String] = [:]

  public init(_ text: [UInt8]) {
    for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") })
    {
      let parts = line.split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      fields[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
    }
  }

  public subscript(name: String) -> String? { fields[name] }
}
