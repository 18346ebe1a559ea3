/// One request, the target and the body exactly as they go out.
public struct HTTPRequest: Sendable {
  public var method: String
  public var target: String
  public var headers: HTTPHeaders
  public var body: [UInt8]?
  /// Sends the body in chunks of this many bytes instead of under a `Content-Length`.
  public var chunkBytes: Int?

  public init(
    _ method: String, _ target: String, headers: HTTPHeaders = [:], body: [UInt8]? = nil,
    chunkBytes: Int? = nil
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.chunkBytes = chunkBytes
  }

  public func bytes(host: String) -> [UInt8] {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
    for line in headers.lines { text += "\(line.name): \(line.value)\r\n" }
    if chunkBytes != nil {
      text += "Transfer-Encoding: chunked\r\n"
    } else if let body {
      text += "Content-Length: \(body.count)\r\n"
    }
    return Array((text + "\r\n").utf8) + wireBody
  }

  private var wireBody: [UInt8] {
    guard let body else { return [] }
    guard let chunkBytes else { return body }
    var output: [UInt8] = []
    for start in stride(from: 0, to: body.count, by: chunkBytes) {
      let chunk = body[start..<min(start + chunkBytes, body.count)]
      output += Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + [13, 10]
    }
    return output + Array("0\r\n\r\n".utf8)
  }
}
