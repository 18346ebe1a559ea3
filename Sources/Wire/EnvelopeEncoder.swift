import CBusProto
import CProtobufC

/// Writes envelopes; one per thread, used for all of its messages.
///
/// Its memory is fixed and used again for each message, so that writing allocates nothing.
public final class EnvelopeEncoder {
  /// Fields, copied to where protobuf-c can read them.
  private let arena = Arena(capacity: 2 * EnvelopeLimits.bytes)
  private let output = UnsafeMutablePointer<UInt8>.allocate(capacity: EnvelopeLimits.bytes)
  private var outputCount = 0

  public init() {}

  deinit {
    output.deallocate()
  }

  /// Writes `envelope` over the one before.
  public func encode(_ envelope: Envelope) throws(WireError) {
    arena.reset()
    outputCount = 0
    var message = Countersign__Bus__Envelope()
    countersign__bus__envelope__init(&message)
    message.version = Envelope.version
    try fill(&message, with: envelope)
    guard countersign__bus__envelope__get_packed_size(&message) <= EnvelopeLimits.bytes else {
      throw .limitExceeded(field: .envelope)
    }
    outputCount = countersign__bus__envelope__pack(&message, output)
  }

  /// Lends the bytes written last.
  public func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: output, count: outputCount).bytes)
  }

  /// A copy of the bytes written last.
  public var bytes: [UInt8] {
    [UInt8](UnsafeBufferPointer(start: output, count: outputCount))
  }

  private func fill(
    _ message: inout Countersign__Bus__Envelope, with envelope: Envelope
  ) throws(WireError) {
    let fields = FieldWriter(arena: arena)
    switch envelope {
    case .ready(let ready):
      message.kind_case = COUNTERSIGN__BUS__ENVELOPE__KIND_READY
      message.ready = try fields.ready(ready)
    case .request(let request):
      message.kind_case = COUNTERSIGN__BUS__ENVELOPE__KIND_REQUEST
      message.request = try fields.request(request)
    case .reply(let reply):
      message.kind_case = COUNTERSIGN__BUS__ENVELOPE__KIND_REPLY
      message.reply = try fields.reply(reply)
    case .heartbeat(let heartbeat):
      message.kind_case = COUNTERSIGN__BUS__ENVELOPE__KIND_HEARTBEAT
      message.heartbeat = try fields.heartbeat(heartbeat)
    case .drain:
      message.kind_case = COUNTERSIGN__BUS__ENVELOPE__KIND_DRAIN
      message.drain = try fields.drain()
    case .reject(let reject):
      message.kind_case = COUNTERSIGN__BUS__ENVELOPE__KIND_REJECT
      message.reject = try fields.reject(reject)
    }
  }
}
