import Wire

extension FuzzTarget {
  /// The bus' envelopes, as they come from any peer.
  static let envelope = FuzzTarget(
    name: "envelope", seeds: examples.compactMap { try? bytes(of: $0) } + [[], [8, 1]],
    check: checkEnvelope)

  private static func checkEnvelope(_ input: [UInt8]) throws {
    guard let envelope = try? EnvelopeDecoder().decode(input) else { return }
    guard let written = try? bytes(of: envelope) else {
      throw BrokenProperty(description: "what was decoded can be encoded")
    }
    let again = try? EnvelopeDecoder().decode(written)
    try hold(again == envelope, "what was decoded decodes the same when encoded")
  }

  private static func bytes(of envelope: Envelope) throws -> [UInt8] {
    let encoder = EnvelopeEncoder()
    try encoder.encode(envelope)
    return encoder.bytes
  }

  private static let examples: [Envelope] = [
    .ready(Ready(service: "verification", instance: "abc", capacity: 64)),
    .request(
      RequestHead(
        id: [UInt8](repeating: 1, count: 16), method: "POST", target: Array("/v1/verify".utf8),
        headers: [HeaderField("authorization", "Bearer x"), HeaderField("if-match", "\"1\"")],
        clientAddress: "192.0.2.1", deadlineUnixMilliseconds: 1_800_000_000_000, traceID: "t")),
    .reply(
      ReplyHead(
        id: [UInt8](repeating: 2, count: 16), status: 200, headers: [HeaderField("etag", "\"a\"")])),
    .heartbeat(
      Heartbeat(
        clockUnixMilliseconds: 1, inFlight: 2, oldestMilliseconds: 3,
        counters: [HeartbeatCounter(name: "a", value: 4)])),
    .drain,
    .reject(Reject(code: .sayReady)),
    .reject(
      Reject(id: [UInt8](repeating: 3, count: 16), code: .tooMany, retryAfterMilliseconds: 9)),
  ]
}
