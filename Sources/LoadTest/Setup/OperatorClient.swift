import HTTPLoad
import JSON

/// Makes ready what a load test needs, by the operators' API.
struct OperatorClient {
  private static let timeout: Int64 = 60_000_000_000
  /// Larger than an answer with ten thousand licences.
  private static let answerLimitBytes = 32 * 1024 * 1024

  let address: ServerAddress
  let operatorKey: String

  func post(_ target: String, _ body: JSONObject) throws -> JSONValue {
    let text = JSONValue.object(body).compactText
    let head =
      "POST \(target) HTTP/1.1\r\nHost: \(address.authority)\r\nAuthorization: Bearer "
      + "\(operatorKey)\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)"
    return try call(head, text, what: "POST \(target)", wanted: 201)
  }

  func get(_ target: String) throws -> [UInt8] {
    let request = "GET \(target) HTTP/1.1\r\nHost: \(address.authority)\r\n\r\n"
    let answer = try send(Array(request.utf8), what: "GET \(target)")
    guard answer.status == 200 else { throw Self.fault("GET \(target)", answer) }
    return answer.body
  }

  private func call(
    _ head: String, _ body: String, what: String, wanted: Int
  ) throws -> JSONValue {
    let answer = try send(Array((head + "\r\n\r\n" + body).utf8), what: what)
    guard answer.status == wanted, let value = try? JSON.parse(answer.body) else {
      throw Self.fault(what, answer)
    }
    return value
  }

  private func send(
    _ request: [UInt8], what: String
  ) throws(SetupFault) -> (status: Int, body: [UInt8]) {
    do {
      return try OneCall.send(
        request, to: address, timeout: Self.timeout, bodyLimitBytes: Self.answerLimitBytes)
    } catch {
      throw SetupFault("\(what): \(error)")
    }
  }

  private static func fault(_ what: String, _ answer: (status: Int, body: [UInt8])) -> SetupFault {
    let text = String(decoding: answer.body.prefix(ErrorTally.exampleLimitBytes), as: UTF8.self)
    return SetupFault("\(what) was answered \(answer.status): \(text)")
  }
}
