import CBusProto
import CProtobufC

// From protobuf-c's structs, whose memory is the decoder's arena, to values of our own.

extension Ready {
  init(_ message: UnsafePointer<Countersign__Bus__Ready>) throws(WireError) {
    let fields = message.pointee
    self.init(
      service: try text(fields.service, .service), instance: try text(fields.instance, .instance),
      capacity: fields.capacity)
  }
}

extension RequestHead {
  init(_ message: UnsafePointer<Countersign__Bus__Request>) throws(WireError) {
    let fields = message.pointee
    self.init(
      id: try requestID(fields.id),
      method: try text(fields.method, .method, limit: EnvelopeLimits.methodBytes),
      target: try bytes(fields.target, .target, limit: EnvelopeLimits.targetBytes),
      headers: try decodedHeaders(fields.headers, count: fields.n_headers),
      clientAddress: try text(fields.client_address, .clientAddress),
      deadlineUnixMilliseconds: fields.deadline_unix_ms,
      traceID: try text(fields.trace_id, .traceID))
  }
}

extension ReplyHead {
  init(_ message: UnsafePointer<Countersign__Bus__Reply>) throws(WireError) {
    let fields = message.pointee
    self.init(
      id: try requestID(fields.id), status: fields.status,
      headers: try decodedHeaders(fields.headers, count: fields.n_headers))
  }
}

extension Heartbeat {
  init(_ message: UnsafePointer<Countersign__Bus__Heartbeat>) throws(WireError) {
    let fields = message.pointee
    self.init(
      clockUnixMilliseconds: fields.clock_unix_ms, inFlight: fields.in_flight,
      oldestMilliseconds: fields.oldest_ms, isAble: fields.able != 0,
      counters: try decodedCounters(fields.counters, count: fields.n_counters),
      clockOffsets: try decodedOffsets(fields.clock_offsets, count: fields.n_clock_offsets))
  }
}

extension Reject {
  init(_ message: UnsafePointer<Countersign__Bus__Reject>) throws(WireError) {
    let fields = message.pointee
    self.init(
      id: fields.id.len == 0 ? [] : try requestID(fields.id),
      code: RejectCode(text: try text(fields.code, .code)),
      retryAfterMilliseconds: fields.retry_after_ms)
  }
}

private func decodedHeaders(
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<Countersign__Bus__Header>?>?, count: Int
) throws(WireError) -> [HeaderField] {
  guard count > 0, let list else { return [] }
  guard count <= EnvelopeLimits.headers else { throw .limitExceeded(field: .headers) }
  var headers: [HeaderField] = []
  headers.reserveCapacity(count)
  for index in 0..<count {
    guard let header = list[index]?.pointee else { throw .malformed }
    headers.append(
      HeaderField(
        name: try headerName(header.name),
        value: try bytes(header.value, .headerValue, limit: EnvelopeLimits.headerValueBytes)))
  }
  return headers
}

private func headerName(_ pointer: UnsafePointer<CChar>?) throws(WireError) -> String {
  let name = try text(pointer, .headerName, limit: EnvelopeLimits.headerNameBytes)
  guard HeaderNameRule.allows(name) else { throw .badValue(field: .headerName) }
  return name
}

private func decodedCounters(
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<Countersign__Bus__Counter>?>?, count: Int
) throws(WireError) -> [HeartbeatCounter] {
  guard count > 0, let list else { return [] }
  guard count <= EnvelopeLimits.counters else { throw .limitExceeded(field: .counters) }
  var counters: [HeartbeatCounter] = []
  counters.reserveCapacity(count)
  for index in 0..<count {
    guard let counter = list[index]?.pointee else { throw .malformed }
    counters.append(
      HeartbeatCounter(name: try text(counter.name, .counterName), value: counter.value))
  }
  return counters
}

private func decodedOffsets(
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<Countersign__Bus__ClockOffset>?>?, count: Int
) throws(WireError) -> [ClockOffset] {
  guard count > 0, let list else { return [] }
  guard count <= EnvelopeLimits.clockOffsets else { throw .limitExceeded(field: .clockOffsets) }
  var offsets: [ClockOffset] = []
  for index in 0..<count {
    guard let offset = list[index]?.pointee else { throw .malformed }
    offsets.append(
      ClockOffset(store: try text(offset.store, .storeName), milliseconds: offset.offset_ms))
  }
  return offsets
}

private func requestID(_ data: ProtobufCBinaryData) throws(WireError) -> [UInt8] {
  guard data.len == EnvelopeLimits.requestIDBytes else { throw .badValue(field: .id) }
  return try bytes(data, .id, limit: EnvelopeLimits.requestIDBytes)
}

private func bytes(
  _ data: ProtobufCBinaryData, _ field: WireError.StaticName, limit: Int
) throws(WireError) -> [UInt8] {
  guard data.len <= limit else { throw .limitExceeded(field: field) }
  return [UInt8](UnsafeBufferPointer(start: data.data, count: data.len))
}

private func text(
  _ pointer: UnsafePointer<CChar>?, _ field: WireError.StaticName,
  limit: Int = EnvelopeLimits.textBytes
) throws(WireError) -> String {
  guard let pointer, let text = String(validatingCString: pointer) else {
    throw .badValue(field: field)
  }
  guard text.utf8.count <= limit else { throw .limitExceeded(field: field) }
  return text
}
