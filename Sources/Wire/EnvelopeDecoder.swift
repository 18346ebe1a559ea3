import CBusProto
import CProtobufC

/// Reads envelopes; one per thread, used for all of its messages.
///
/// What protobuf-c allocates comes out of one arena, which bounds what a message can make of
/// itself: past it the message is malformed.
public final class EnvelopeDecoder {
  /// Repeated fields without content take up to 40 times their bytes on the wire in memory.
  private let arena = Arena(capacity: 16 * EnvelopeLimits.bytes)
  private var allocator = ProtobufCAllocator()

  public init() {
    allocator.alloc = { arena, byteCount in
      guard let arena else { return nil }
      return Unmanaged<Arena>.fromOpaque(arena).takeUnretainedValue().take(byteCount: byteCount)
    }
    allocator.free = { _, _ in }
    allocator.allocator_data = Unmanaged.passUnretained(arena).toOpaque()
  }

  public func decode(_ bytes: RawSpan) throws(WireError) -> Envelope {
    guard bytes.byteCount <= EnvelopeLimits.bytes else {
      throw .limitExceeded(field: .envelope)
    }
    arena.reset()
    let message = bytes.withUnsafeBytes { buffer in
      countersign__bus__envelope__unpack(
        &allocator, buffer.count, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    guard let message else { throw .malformed }
    guard message.pointee.version >= Envelope.version else { throw .versionTooOld }
    return try envelope(message.pointee)
  }

  public func decode(_ bytes: [UInt8]) throws(WireError) -> Envelope {
    try decode(bytes.span.bytes)
  }

  private func envelope(_ message: Countersign__Bus__Envelope) throws(WireError) -> Envelope {
    switch message.kind_case {
    case COUNTERSIGN__BUS__ENVELOPE__KIND_READY: .ready(try Ready(message.ready))
    case COUNTERSIGN__BUS__ENVELOPE__KIND_REQUEST: .request(try RequestHead(message.request))
    case COUNTERSIGN__BUS__ENVELOPE__KIND_REPLY: .reply(try ReplyHead(message.reply))
    case COUNTERSIGN__BUS__ENVELOPE__KIND_HEARTBEAT:
      .heartbeat(try Heartbeat(message.heartbeat))
    case COUNTERSIGN__BUS__ENVELOPE__KIND_DRAIN: .drain
    case COUNTERSIGN__BUS__ENVELOPE__KIND_REJECT: .reject(try Reject(message.reject))
    default: throw .unknownKind
    }
  }
}
