/// One request, as it goes over the wire.
struct HTTPRequest {
  var method: String
  /// Path and query, as sent and signed.
  var target: String
  var fields: [(name: String, value: String)] = []
  var body: [UInt8] = []

  func bytes(host: String) -> [UInt8] {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    if !body.isEmpty || method == "POST" { head += "Content-Length: \(body.count)\r\n" }
    return Array((head + "\r\n").utf8) + body
  }
}
