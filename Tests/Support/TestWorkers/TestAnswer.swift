import Cryptography
import JSON
import MessageBus

/// A worker's reply, its body read.
public struct TestAnswer: Sendable {
  public let status: Int
  public let headers: [String: String]
  /// `null` where there is none, or where it is no JSON.
  public let body: JSONValue

  public init(_ reply: BusReply) {
    status = reply.status
    headers = Dictionary(
      reply.headers.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) },
      uniquingKeysWith: { _, last in last })
    body = (try? JSON.parse(reply.body)) ?? .null
  }

  public var code: String? { body["code"]?.string }
  public subscript(name: String) -> JSONValue? { body[name] }

  /// What the credential claims, if `key` signed it.
  public func claims(_ key: Ed25519PublicKey) -> JSONValue? {
    guard let text = body["credential"]?.string,
      let payload = JWS.verify(text, key: key, type: "countersign+jwt")
    else { return nil }
    return try? JSON.parse(payload)
  }
}
