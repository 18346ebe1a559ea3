import Testing

@testable import Wire

private let id = [UInt8](0..<16)

private let samples: [Envelope] = [
  .ready(Ready(service: "verification", instance: "abc.0", capacity: 1024)),
  .request(
    RequestHead(
      id: id, method: "POST", target: Array("/v1/verify?x=%00".utf8),
      headers: [
        HeaderField("authorization", "Bearer x"), HeaderField(name: "if-match", value: []),
      ],
      clientAddress: "192.0.2.1", deadlineUnixMilliseconds: 1_800_000_000_123, traceID: "t")),
  .reply(
    ReplyHead(id: id, status: 200, headers: [HeaderField(name: "etag", value: [0, 255, 10])])),
  .heartbeat(
    Heartbeat(
      clockUnixMilliseconds: .max, inFlight: 3, oldestMilliseconds: 17, isAble: true,
      counters: [HeartbeatCounter(name: "verified", value: .max)],
      clockOffsets: [
        ClockOffset(store: "postgres", milliseconds: -3_600_001),
        ClockOffset(store: "redis", milliseconds: .max),
      ])),
  .drain,
  .reject(Reject(id: id, code: .tooMany, retryAfterMilliseconds: 1000)),
  .reject(Reject(code: .sayReady)),
  .reject(Reject(code: RejectCode(text: "FROM_A_LATER_VERSION"))),
]

private func encoded(_ envelope: Envelope) throws(WireError) -> [UInt8] {
  let encoder = EnvelopeEncoder()
  try encoder.encode(envelope)
  return encoder.bytes
}

@Suite struct `The envelope` {
  @Test(arguments: samples)
  func `reads back as it was written`(envelope: Envelope) throws {
    #expect(try EnvelopeDecoder().decode(try encoded(envelope)) == envelope)
  }

  @Test func `is read and written by one pair for many messages`() throws {
    let encoder = EnvelopeEncoder()
    let decoder = EnvelopeDecoder()
    for round in 0..<2000 {
      let envelope = samples[round % samples.count]
      try encoder.encode(envelope)
      #expect(
        try encoder.withBytes { bytes throws(WireError) in try decoder.decode(bytes) } == envelope)
    }
  }

  @Test func `has the bytes that the schema gives it`() throws {
    let ready = Envelope.ready(Ready(service: "a", instance: "b", capacity: 3))
    #expect(try encoded(ready) == [8, 1, 18, 8, 10, 1, 97, 18, 1, 98, 24, 3])
    #expect(try encoded(.drain) == [8, 1, 50, 0])
  }

  @Test func `of a newer version is read, with the fields that are known`() throws {
    // version 2, drain with an unknown field 15 inside, and an unknown field 100 beside it
    let bytes: [UInt8] = [8, 2, 50, 2, 120, 1, 160, 6, 5]
    #expect(try EnvelopeDecoder().decode(bytes) == .drain)
  }

  @Test func `of a version from before the first is refused`() {
    #expect(throws: WireError.versionTooOld) { try EnvelopeDecoder().decode([50, 0]) }
    #expect(throws: WireError.versionTooOld) { try EnvelopeDecoder().decode([]) }
  }

  @Test func `of an unknown kind is refused`() {
    #expect(throws: WireError.unknownKind) { try EnvelopeDecoder().decode([8, 1]) }
    #expect(throws: WireError.unknownKind) { try EnvelopeDecoder().decode([8, 1, 122, 0]) }
  }

  @Test func `that is cut anywhere is refused or another whole one`() throws {
    for sample in samples {
      let bytes = try encoded(sample)
      for count in 0..<bytes.count {
        let part = try? EnvelopeDecoder().decode(Array(bytes.prefix(count)))
        #expect(part != sample)
      }
    }
  }

  @Test func `with any byte changed does no harm`() throws {
    let decoder = EnvelopeDecoder()
    for sample in samples {
      let bytes = try encoded(sample)
      for index in bytes.indices {
        for change in [1, 0x80, 0xFF] as [UInt8] {
          var changed = bytes
          changed[index] ^= change
          _ = try? decoder.decode(changed)
        }
      }
    }
    #expect(try decoder.decode(try encoded(.drain)) == .drain)
  }
}

@Suite struct `The limits of an envelope` {
  private func request(
    id: [UInt8] = id, method: String = "GET", target: Int = 1,
    headers: [HeaderField] = []
  ) -> Envelope {
    .request(
      RequestHead(
        id: id, method: method, target: [UInt8](repeating: 47, count: target), headers: headers,
        clientAddress: "", deadlineUnixMilliseconds: 0, traceID: ""))
  }

  @Test func `hold when writing`() {
    let cases: [(Envelope, WireError)] = [
      (request(id: [1]), .badValue(field: .id)),
      (request(method: String(repeating: "A", count: 33)), .limitExceeded(field: .method)),
      (request(method: "A\0B"), .badValue(field: .method)),
      (request(target: 16_385), .limitExceeded(field: .target)),
      (request(headers: [HeaderField("Etag", "")]), .badValue(field: .headerName)),
      (request(headers: [HeaderField("", "")]), .badValue(field: .headerName)),
      (request(headers: [HeaderField("a b", "")]), .badValue(field: .headerName)),
      (
        request(headers: [HeaderField(String(repeating: "a", count: 65), "")]),
        .limitExceeded(field: .headerName)
      ),
      (
        request(headers: [HeaderField(name: "a", value: [UInt8](repeating: 0, count: 16_385))]),
        .limitExceeded(field: .headerValue)
      ),
      (
        request(headers: [HeaderField](repeating: HeaderField("a", ""), count: 65)),
        .limitExceeded(field: .headers)
      ),
      (
        request(
          headers: [HeaderField](
            repeating: HeaderField(name: "a", value: [UInt8](repeating: 0, count: 16_384)),
            count: 4)),
        .limitExceeded(field: .envelope)
      ),
      (
        .ready(Ready(service: String(repeating: "s", count: 129), instance: "", capacity: 0)),
        .limitExceeded(field: .service)
      ),
      (
        .heartbeat(
          Heartbeat(
            clockUnixMilliseconds: 0,
            counters: [HeartbeatCounter](
              repeating: HeartbeatCounter(name: "a", value: 0), count: 129))),
        .limitExceeded(field: .counters)
      ),
      (
        .heartbeat(
          Heartbeat(
            clockUnixMilliseconds: 0,
            clockOffsets: [ClockOffset](
              repeating: ClockOffset(store: "a", milliseconds: 0), count: 9))),
        .limitExceeded(field: .clockOffsets)
      ),
    ]
    for (envelope, error) in cases {
      #expect(throws: error) { try encoded(envelope) }
    }
  }

  @Test func `hold when reading`() throws {
    let decoder = EnvelopeDecoder()
    let long = [UInt8](repeating: 0, count: EnvelopeLimits.bytes + 1)
    #expect(throws: WireError.limitExceeded(field: .envelope)) { try decoder.decode(long) }
    // a request of 65 empty headers, and one of as many as an envelope can hold
    #expect(throws: WireError.self) { try decoder.decode(self.headers(count: 65)) }
    #expect(throws: WireError.malformed) { try decoder.decode(self.headers(count: 32_000)) }
    // a reply with an id of one byte, and one whose header is in capitals
    #expect(throws: WireError.badValue(field: .id)) {
      try decoder.decode([8, 1, 34, 3, 10, 1, 7])
    }
    let capitals: [UInt8] = [8, 1, 34, 23, 10, 16] + id + [26, 3, 10, 1, 65]
    #expect(throws: WireError.badValue(field: .headerName)) { try decoder.decode(capitals) }
    // a ready whose service is no UTF-8
    #expect(throws: WireError.badValue(field: .service)) {
      try decoder.decode([8, 1, 18, 3, 10, 1, 0xFF])
    }
  }

  @Test func `are told without the values`() {
    #expect(
      WireError.limitExceeded(field: .target).description == "The field target is beyond its limit."
    )
    #expect(!WireError.malformed.isRetryable)
  }

  /// A reply with an id and `count` headers without content.
  private func headers(count: Int) -> [UInt8] {
    var reply: [UInt8] = [10, 16] + id
    for _ in 0..<count { reply += [26, 0] }
    var length = reply.count
    var varint: [UInt8] = []
    while length > 127 {
      varint.append(UInt8(length & 127) | 128)
      length >>= 7
    }
    varint.append(UInt8(length))
    return [8, 1, 34] + varint + reply
  }
}
