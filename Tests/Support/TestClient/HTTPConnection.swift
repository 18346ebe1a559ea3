/// One HTTP/1.1 connection, kept alive; whole answers are read under one limit.
public final class HTTPConnection: @unchecked Sendable {
  // SAFETY: one thread at a time, which the pool and each test see to.
  public let socket: StreamSocket
  private let host: String
  private var buffer: [UInt8] = []

  public init(to endpoint: Endpoint, from source: String? = nil) throws(TransportFault) {
    socket = try StreamSocket.connect(to: endpoint, from: source)
    host = endpoint.description
  }

  public var isIdle: Bool { buffer.isEmpty && socket.isQuiet }

  public func perform(
    _ request: HTTPRequest, within seconds: Double = 15
  ) throws(TransportFault) -> HTTPAnswer {
    do {
      try socket.send(request.bytes(host: host), within: seconds)
    } catch .broken {
      // The server may have answered and closed before it read everything.
    }
    return try readAnswer(toHead: request.method == "HEAD", within: seconds)
  }

  public func send(raw text: String) throws(TransportFault) { try socket.send(Array(text.utf8)) }
  public func send(_ bytes: [UInt8]) throws(TransportFault) { try socket.send(bytes) }

  public func readAnswer(
    toHead: Bool = false, within seconds: Double = 15
  ) throws(TransportFault) -> HTTPAnswer {
    let patience = Patience(seconds: seconds)
    var answer: HTTPAnswer
    repeat { answer = try readHead(patience) } while (100..<200).contains(answer.status)
    let hasBody = !toHead && answer.status != 204 && answer.status != 304
    if hasBody { answer.body = try readBody(answer.headers, patience) }
    SecretWatch.shared.watch(answer)
    return answer
  }

  /// True when the other side closes before the limit, after whatever it still says.
  public func isClosedByServer(within seconds: Double = 15) -> Bool {
    let patience = Patience(seconds: seconds)
    while true {
      do {
        if try socket.receive(within: patience).isEmpty { return true }
      } catch .broken {
        return true
      } catch {
        return false
      }
    }
  }

  private func readHead(_ patience: Patience) throws(TransportFault) -> HTTPAnswer {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = buffer.firstRange(of: end) {
        let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
        buffer.removeSubrange(..<range.upperBound)
        return try parse(head: head)
      }
      try fill(patience)
    }
  }

  private func parse(head: String) throws(TransportFault) -> HTTPAnswer {
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else {
      throw .answerIsNoHTTP(head)
    }
    var headers = HTTPHeaders()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw .answerIsNoHTTP(head) }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers.add(String(line[..<colon]), String(value))
    }
    return HTTPAnswer(version: String(words[0]), status: status, headers: headers, body: [])
  }

  private func readBody(
    _ headers: HTTPHeaders, _ patience: Patience
  ) throws(TransportFault) -> [UInt8] {
    if headers["Transfer-Encoding"]?.lowercased() == "chunked" { return try readChunks(patience) }
    guard let text = headers["Content-Length"] else { return try readToEnd(patience) }
    guard let count = Int(text) else { throw .answerIsNoHTTP("Content-Length: \(text)") }
    return try take(count, patience)
  }

  private func readChunks(_ patience: Patience) throws(TransportFault) -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let size = try readLine(patience)
      guard let count = Int(size, radix: 16) else { throw .answerIsNoHTTP("chunk \(size)") }
      body += try take(count, patience)
      _ = try readLine(patience)
      if count == 0 { return body }
    }
  }

  private func readLine(_ patience: Patience) throws(TransportFault) -> String {
    let end = Array("\r\n".utf8)
    while true {
      if let range = buffer.firstRange(of: end) {
        let line = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
        buffer.removeSubrange(..<range.upperBound)
        return line
      }
      try fill(patience)
    }
  }

  private func take(_ count: Int, _ patience: Patience) throws(TransportFault) -> [UInt8] {
    while buffer.count < count { try fill(patience) }
    let taken = Array(buffer[..<count])
    buffer.removeSubrange(..<count)
    return taken
  }

  private func readToEnd(_ patience: Patience) throws(TransportFault) -> [UInt8] {
    while true {
      let bytes = try socket.receive(within: patience)
      if bytes.isEmpty { break }
      buffer += bytes
    }
    defer { buffer = [] }
    return buffer
  }

  private func fill(_ patience: Patience) throws(TransportFault) {
    let bytes = try socket.receive(within: patience)
    guard !bytes.isEmpty else { throw .closedBeforeAnswer }
    buffer += bytes
  }
}
