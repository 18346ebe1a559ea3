/// Where a Redis is, who we are to it, and how long we wait.
public struct RedisConfiguration: Hashable, Sendable {
  public enum Address: Hashable, Sendable {
    case unix(path: String)
    case tcp(host: String, port: UInt16)
  }

  public var address: Address
  public var username: String?
  public var password: String?
  public var database: Int = 0
  /// For connecting, and for each exchange as a whole.
  public var timeoutMilliseconds: Int64 = 1000

  public init(address: Address) {
    self.address = address
  }

  /// `redis://[[user]:password@]host[:port][/database]` or `unix://[user:password@]/path[?db=n]`.
  public init(url: String) throws(RedisError) {
    if url.hasPrefix("rediss:") {
      throw .badConfiguration(reason: "TLS is not spoken; use a tunnel between hosts")
    }
    if let rest = url.removing(prefix: "unix://") {
      try self.init(unix: rest)
    } else if let rest = url.removing(prefix: "redis://") {
      try self.init(tcp: rest)
    } else {
      throw .badConfiguration(reason: "a Redis URL begins redis:// or unix://")
    }
  }
}

extension RedisConfiguration: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Without user and password.
  public var description: String {
    switch address {
    case .unix(let path): "unix://\(path)?db=\(database)"
    case .tcp(let host, let port): "redis://\(host):\(port)/\(database)"
    }
  }

  public var debugDescription: String { description }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RedisConfiguration {
  /// The socket's path has at most 107 bytes: more does not fit the address.
  static let pathByteLimit = 107

  private init(unix text: String) throws(RedisError) {
    let (credentials, place) = text.split(atLast: "@")
    let (path, query) = place.split(atFirst: "?")
    guard path.hasPrefix("/"), path.utf8.count <= Self.pathByteLimit else {
      throw .badConfiguration(reason: "a Redis socket needs an absolute path of at most 107 bytes")
    }
    self.init(address: .unix(path: path))
    try read(credentials: credentials)
    if let query {
      guard let number = query.removing(prefix: "db=") else {
        throw .badConfiguration(reason: "of a Redis socket's options only db is known")
      }
      try read(database: number)
    }
  }

  private init(tcp text: String) throws(RedisError) {
    let (credentials, place) = text.split(atLast: "@")
    let (authority, number) = place.split(atFirst: "/")
    let (host, port) = try Self.hostAndPort(authority)
    self.init(address: .tcp(host: host, port: port))
    try read(credentials: credentials)
    if let number, !number.isEmpty { try read(database: number) }
  }

  private static func hostAndPort(_ text: String) throws(RedisError) -> (String, UInt16) {
    let isBracketed = text.hasPrefix("[")
    let parts = isBracketed ? text.split(atLast: "]") : (nil, text)
    let (bare, portText) = parts.1.split(atFirst: ":")
    let host = parts.0.map { String($0.dropFirst()) } ?? bare
    guard !host.isEmpty, !isBracketed || bare.isEmpty else {
      throw .badConfiguration(reason: "the Redis URL names no host")
    }
    guard let port = UInt16(portText ?? "6379"), port > 0 else {
      throw .badConfiguration(reason: "the port of the Redis URL is none")
    }
    return (host, port)
  }

  private mutating func read(credentials: String?) throws(RedisError) {
    guard let credentials else { return }
    let (user, secret) = credentials.split(atFirst: ":")
    guard let secret, let password = secret.percentDecoded, !password.isEmpty,
      let username = user.percentDecoded
    else { throw .badConfiguration(reason: "user and password of the Redis URL cannot be read") }
    self.username = username.isEmpty ? nil : username
    self.password = password
  }

  private mutating func read(database text: String) throws(RedisError) {
    guard let number = Int(text), (0...65_535).contains(number) else {
      throw .badConfiguration(reason: "the database number of the Redis URL is none")
    }
    database = number
  }
}

extension String {
  fileprivate func removing(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  /// What stands before and behind the first separator; behind is `nil` where there is none.
  fileprivate func split(atFirst separator: Character) -> (String, String?) {
    guard let index = firstIndex(of: separator) else { return (self, nil) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }

  /// What stands before and behind the last separator; before is `nil` where there is none.
  fileprivate func split(atLast separator: Character) -> (String?, String) {
    guard let index = lastIndex(of: separator) else { return (nil, self) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }

  fileprivate var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = Substring(self).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
