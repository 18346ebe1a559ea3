import CBusProto
import CProtobufC

/// Lays the structs that protobuf-c packs into an arena, checking limits on the way.
struct FieldWriter {
  let arena: Arena

  func ready(_ ready: Ready) throws(WireError) -> UnsafeMutablePointer<Countersign__Bus__Ready> {
    let message = try room(for: Countersign__Bus__Ready.self)
    countersign__bus__ready__init(message)
    message.pointee.service = try text(ready.service, .service)
    message.pointee.instance = try text(ready.instance, .instance)
    message.pointee.capacity = ready.capacity
    return message
  }

  func request(
    _ request: RequestHead
  ) throws(WireError) -> UnsafeMutablePointer<Countersign__Bus__Request> {
    let message = try room(for: Countersign__Bus__Request.self)
    countersign__bus__request__init(message)
    message.pointee.id = try requestID(request.id)
    message.pointee.method = try text(request.method, .method, limit: EnvelopeLimits.methodBytes)
    message.pointee.target = try bytes(
      request.target, .target, limit: EnvelopeLimits.targetBytes)
    message.pointee.headers = try headers(request.headers)
    message.pointee.n_headers = request.headers.count
    message.pointee.client_address = try text(request.clientAddress, .clientAddress)
    message.pointee.deadline_unix_ms = request.deadlineUnixMilliseconds
    message.pointee.trace_id = try text(request.traceID, .traceID)
    return message
  }

  func reply(
    _ reply: ReplyHead
  ) throws(WireError) -> UnsafeMutablePointer<Countersign__Bus__Reply> {
    let message = try room(for: Countersign__Bus__Reply.self)
    countersign__bus__reply__init(message)
    message.pointee.id = try requestID(reply.id)
    message.pointee.status = reply.status
    message.pointee.headers = try headers(reply.headers)
    message.pointee.n_headers = reply.headers.count
    return message
  }

  func heartbeat(
    _ heartbeat: Heartbeat
  ) throws(WireError) -> UnsafeMutablePointer<Countersign__Bus__Heartbeat> {
    let message = try room(for: Countersign__Bus__Heartbeat.self)
    countersign__bus__heartbeat__init(message)
    message.pointee.clock_unix_ms = heartbeat.clockUnixMilliseconds
    message.pointee.in_flight = heartbeat.inFlight
    message.pointee.oldest_ms = heartbeat.oldestMilliseconds
    message.pointee.able = heartbeat.isAble ? 1 : 0
    message.pointee.counters = try counters(heartbeat.counters)
    message.pointee.n_counters = heartbeat.counters.count
    message.pointee.clock_offsets = try clockOffsets(heartbeat.clockOffsets)
    message.pointee.n_clock_offsets = heartbeat.clockOffsets.count
    return message
  }

  func drain() throws(WireError) -> UnsafeMutablePointer<Countersign__Bus__Drain> {
    let message = try room(for: Countersign__Bus__Drain.self)
    countersign__bus__drain__init(message)
    return message
  }

  func reject(
    _ reject: Reject
  ) throws(WireError) -> UnsafeMutablePointer<Countersign__Bus__Reject> {
    let message = try room(for: Countersign__Bus__Reject.self)
    countersign__bus__reject__init(message)
    if !reject.id.isEmpty { message.pointee.id = try requestID(reject.id) }
    message.pointee.code = try text(reject.code.text, .code)
    message.pointee.retry_after_ms = reject.retryAfterMilliseconds
    return message
  }

  private func headers(
    _ headers: [HeaderField]
  ) throws(WireError) -> UnsafeMutablePointer<UnsafeMutablePointer<Countersign__Bus__Header>?> {
    guard headers.count <= EnvelopeLimits.headers else { throw .limitExceeded(field: .headers) }
    let list = try room(
      for: UnsafeMutablePointer<Countersign__Bus__Header>?.self, count: headers.count)
    for index in headers.indices {
      list.advanced(by: index).initialize(to: try header(headers[index]))
    }
    return list
  }

  private func header(
    _ header: HeaderField
  ) throws(WireError) -> UnsafeMutablePointer<Countersign__Bus__Header> {
    guard HeaderNameRule.allows(header.name) else { throw .badValue(field: .headerName) }
    let message = try room(for: Countersign__Bus__Header.self)
    countersign__bus__header__init(message)
    message.pointee.name = try text(
      header.name, .headerName, limit: EnvelopeLimits.headerNameBytes)
    message.pointee.value = try bytes(
      header.value, .headerValue, limit: EnvelopeLimits.headerValueBytes)
    return message
  }

  private func counters(
    _ counters: [HeartbeatCounter]
  ) throws(WireError) -> UnsafeMutablePointer<UnsafeMutablePointer<Countersign__Bus__Counter>?> {
    guard counters.count <= EnvelopeLimits.counters else {
      throw .limitExceeded(field: .counters)
    }
    let list = try room(
      for: UnsafeMutablePointer<Countersign__Bus__Counter>?.self, count: counters.count)
    for index in counters.indices {
      let message = try room(for: Countersign__Bus__Counter.self)
      countersign__bus__counter__init(message)
      message.pointee.name = try text(counters[index].name, .counterName)
      message.pointee.value = counters[index].value
      list.advanced(by: index).initialize(to: message)
    }
    return list
  }

  private func clockOffsets(
    _ offsets: [ClockOffset]
  ) throws(WireError) -> UnsafeMutablePointer<UnsafeMutablePointer<Countersign__Bus__ClockOffset>?>
  {
    guard offsets.count <= EnvelopeLimits.clockOffsets else {
      throw .limitExceeded(field: .clockOffsets)
    }
    let list = try room(
      for: UnsafeMutablePointer<Countersign__Bus__ClockOffset>?.self, count: offsets.count)
    for index in offsets.indices {
      let message = try room(for: Countersign__Bus__ClockOffset.self)
      countersign__bus__clock_offset__init(message)
      message.pointee.store = try text(offsets[index].store, .storeName)
      message.pointee.offset_ms = offsets[index].milliseconds
      list.advanced(by: index).initialize(to: message)
    }
    return list
  }

  private func requestID(_ id: [UInt8]) throws(WireError) -> ProtobufCBinaryData {
    guard id.count == EnvelopeLimits.requestIDBytes else { throw .badValue(field: .id) }
    return try bytes(id, .id, limit: EnvelopeLimits.requestIDBytes)
  }

  private func bytes(
    _ bytes: [UInt8], _ field: WireError.StaticName, limit: Int
  ) throws(WireError) -> ProtobufCBinaryData {
    guard bytes.count <= limit else { throw .limitExceeded(field: field) }
    guard let copy = arena.take(byteCount: bytes.count, alignment: 1) else {
      throw .limitExceeded(field: .envelope)
    }
    bytes.withUnsafeBytes { source in
      copy.copyMemory(from: source.baseAddress ?? UnsafeRawPointer(copy), byteCount: source.count)
    }
    return ProtobufCBinaryData(len: bytes.count, data: copy.assumingMemoryBound(to: UInt8.self))
  }

  /// A copy that ends in NUL, as protobuf-c wants it; so a text holds none itself.
  private func text(
    _ text: String, _ field: WireError.StaticName, limit: Int = EnvelopeLimits.textBytes
  ) throws(WireError) -> UnsafeMutablePointer<CChar> {
    let utf8 = text.utf8
    guard utf8.count <= limit else { throw .limitExceeded(field: field) }
    guard !utf8.contains(0) else { throw .badValue(field: field) }
    guard let copy = arena.take(byteCount: utf8.count + 1, alignment: 1) else {
      throw .limitExceeded(field: .envelope)
    }
    let buffer = UnsafeMutableRawBufferPointer(start: copy, count: utf8.count + 1)
    buffer.copyBytes(from: utf8)
    buffer[utf8.count] = 0
    return copy.assumingMemoryBound(to: CChar.self)
  }

  private func room<Message>(
    for type: Message.Type, count: Int = 1
  ) throws(WireError) -> UnsafeMutablePointer<Message> {
    guard let room = arena.take(byteCount: MemoryLayout<Message>.stride * count) else {
      throw .limitExceeded(field: .envelope)
    }
    return room.bindMemory(to: type, capacity: count)
  }
}
