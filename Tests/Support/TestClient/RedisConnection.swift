/// A few words of the Redis protocol, to break things on purpose and to look at what is stored.
public final class RedisConnection {
  public enum Reply: Sendable, Equatable {
    case null
    case integer(Int64)
    case text([UInt8])
    case error(String)
    case list([Reply])

    public var string: String? {
      if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    public var number: Int64? { if case .integer(let value) = self { value } else { nil } }
    public var items: [Reply] { if case .list(let items) = self { items } else { [] } }
  }

  private let socket: StreamSocket
  private var buffer: [UInt8] = []
  private let patienceSeconds = 10.0

  /// `redis://[:password@]host:port[/db]` or `unix:///path`.
  public init(url: String) throws {
    if url.hasPrefix("unix://") {
      let path = url.dropFirst(7).split(separator: "?").first.map(String.init) ?? ""
      socket = try StreamSocket.connect(toPath: path)
      return
    }
    var rest = url.dropFirst("redis://".count)
    var password: String?
    if let at = rest.lastIndex(of: "@") {
      password = rest[..<at].split(separator: ":").last.map(String.init)
      rest = rest[rest.index(after: at)...]
    }
    let parts = rest.split(separator: "/")
    guard let endpoint = Endpoint(url: "http://\(parts.first ?? "")") else {
      throw TransportFault.answerIsNoHTTP("no Redis address")
    }
    socket = try StreamSocket.connect(to: endpoint)
    if let password { try call("AUTH", password) }
    if parts.count > 1 { try call("SELECT", String(parts[1])) }
  }

  @discardableResult
  public func call(_ arguments: String...) throws -> Reply { try call(arguments) }

  @discardableResult
  public func call(_ arguments: [String]) throws -> Reply {
    var bytes = Array("*\(arguments.count)\r\n".utf8)
    for argument in arguments {
      bytes += Array("$\(argument.utf8.count)\r\n\(argument)\r\n".utf8)
    }
    try socket.send(bytes)
    return try reply(Patience(seconds: patienceSeconds))
  }

  /// Every key of that pattern, by `SCAN`. Keys with bytes that are no text come out mended, so
  /// patterns should name text keys.
  public func keys(_ pattern: String) throws -> [String] {
    var found: Set<String> = []
    var cursor = "0"
    repeat {
      let reply = try call("SCAN", cursor, "MATCH", pattern, "COUNT", "1000").items
      cursor = reply.first?.string ?? "0"
      found.formUnion(reply.last?.items.compactMap(\.string) ?? [])
    } while cursor != "0"
    return found.sorted()
  }

  private func reply(_ patience: Patience) throws -> Reply {
    let line = try readLine(patience)
    let rest = String(line.dropFirst())
    switch line.first {
    case "+": return .text(Array(rest.utf8))
    case "-": return .error(rest)
    case ":": return .integer(Int64(rest) ?? 0)
    case "$": return try bulk(Int(rest) ?? -1, patience)
    case "*": return try list(Int(rest) ?? -1, patience)
    default: throw TransportFault.answerIsNoHTTP("Redis said \(line)")
    }
  }

  private func bulk(_ count: Int, _ patience: Patience) throws -> Reply {
    guard count >= 0 else { return .null }
    while buffer.count < count + 2 { try fill(patience) }
    let bytes = Array(buffer[..<count])
    buffer.removeSubrange(..<(count + 2))
    return .text(bytes)
  }

  private func list(_ count: Int, _ patience: Patience) throws -> Reply {
    guard count >= 0 else { return .null }
    return .list(try (0..<count).map { _ in try reply(patience) })
  }

  private func readLine(_ patience: Patience) throws -> String {
    while true {
      if let range = buffer.firstRange(of: [13, 10]) {
        let line = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
        buffer.removeSubrange(..<range.upperBound)
        return line
      }
      try fill(patience)
    }
  }

  private func fill(_ patience: Patience) throws {
    let bytes = try socket.receive(within: patience)
    guard !bytes.isEmpty else { throw TransportFault.closedBeforeAnswer }
    buffer += bytes
  }
}
