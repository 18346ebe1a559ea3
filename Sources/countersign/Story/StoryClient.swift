import Instants
import JSON

/// Sends the story's requests and shows each with its answer.
struct StoryClient {
  let client: HTTPClient
  let operatorKey: String

  /// As an operator. `Idempotency-Key` makes each POST safe to repeat.
  func administer(_ method: String, _ target: String, _ body: JSONValue? = nil) throws
    -> HTTPAnswer
  {
    var request = StoryClient.request(method, target, body)
    request.fields.append(("Authorization", "Bearer \(operatorKey)"))
    if method == "POST" { request.fields.append(("Idempotency-Key", RequestSigner.makeNonce())) }
    return try show(request, as: "operator", body)
  }

  /// As an app, signed. Gives the nonce too, which the credential has to repeat.
  func call(
    _ target: String, _ body: JSONValue, signedBy signer: RequestSigner, as name: String
  ) throws -> (answer: HTTPAnswer, nonce: String) {
    var request = StoryClient.request("POST", target, body)
    let nonce = RequestSigner.makeNonce()
    let authorization = signer.authorization(
      for: request, at: SystemTimeSource().now(), nonce: nonce)
    request.fields.append(("Authorization", authorization))
    return (try show(request, as: name, body), nonce)
  }

  private static func request(
    _ method: String, _ target: String, _ body: JSONValue?
  ) -> HTTPRequest {
    var request = HTTPRequest(method: method, target: target)
    guard let body else { return request }
    request.body = Array(body.compactText.utf8)
    request.fields.append(("Content-Type", "application/json"))
    return request
  }

  private func show(
    _ request: HTTPRequest, as name: String, _ body: JSONValue?
  ) throws -> HTTPAnswer {
    Console.say("  → \(name): \(request.method) \(request.target)")
    if let body { Console.say(indented(PrettyJSON.text(body))) }
    let answer = try client.send(request)
    Console.say("  ← \(answer.status)")
    if let json = answer.json { Console.say(indented(PrettyJSON.text(json))) }
    return answer
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
  }
}
