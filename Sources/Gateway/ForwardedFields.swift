import HTTPServer
import MessageBus

/// Which header fields cross the gateway.
enum ForwardedFields {
  /// Handed on to workers.
  static let inward = [
    "authorization", "content-type", "content-encoding", "countersign-app", "countersign-nonce",
    "countersign-proof", "idempotency-key", "if-match", "if-none-match",
  ]

  static let forwardedFor = "x-forwarded-for"

  /// What the server keeps of a request.
  static let kept = inward + [forwardedFor]

  /// Belong to the connection or to the gateway; a worker's are dropped.
  private static let outwardDropped: Set<String> = [
    "connection", "content-length", "countersign-request-id", "date", "keep-alive", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  static func inward(_ fields: [HTTPField]) -> [BusHeader] {
    fields.compactMap { field in
      field.name == forwardedFor ? nil : BusHeader(name: field.name, value: field.value)
    }
  }

  static func outward(_ headers: [BusHeader]) -> [HTTPResponse.Header] {
    headers.compactMap { header in
      guard !outwardDropped.contains(header.name) else { return nil }
      return HTTPResponse.Header(header.name, String(decoding: header.value, as: UTF8.self))
    }
  }
}
