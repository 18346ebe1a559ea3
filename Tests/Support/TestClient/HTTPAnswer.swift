/// One answer, and the nonce that its request was signed with, if any.
public struct HTTPAnswer: Sendable {
  public var version: String
  public var status: Int
  public var headers: HTTPHeaders
  public var body: [UInt8]
  public var sentNonce: String?

  /// Absent when the body is no JSON.
  public var json: Json { (try? JsonReader.read(body)) ?? .absent }
  public var text: String { String(decoding: body, as: UTF8.self) }
  public var code: String? { json["code"].string }
  public var requestID: String? { headers["Countersign-Request-Id"] }
}
