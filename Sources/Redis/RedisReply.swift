import CHiredis

/// One answer, copied out of the C library.
public enum RedisReply: Hashable, Sendable {
  case null
  /// `+OK` and its like.
  case status([UInt8])
  case integer(Int64)
  case bytes([UInt8])
  case array([RedisReply])
  /// The first word of an error reply. The rest may quote arguments and is dropped.
  case error(code: String)

  public var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  public var array: [RedisReply]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  public var errorCode: String? {
    if case .error(let code) = self { code } else { nil }
  }
}

extension RedisReply {
  /// Copies a reply of hiredis; the caller still owns and frees it.
  init(copying reply: redisReply) {
    switch reply.type {
    case REDIS_REPLY_NIL: self = .null
    case REDIS_REPLY_INTEGER: self = .integer(Int64(reply.integer))
    case REDIS_REPLY_STRING: self = .bytes(Self.text(of: reply))
    case REDIS_REPLY_STATUS: self = .status(Self.text(of: reply))
    case REDIS_REPLY_ARRAY: self = .array(Self.elements(of: reply))
    default: self = .error(code: Self.code(of: Self.text(of: reply)))
    }
  }

  private static func text(of reply: redisReply) -> [UInt8] {
    guard let start = reply.str else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: reply.len))
  }

  private static func elements(of reply: redisReply) -> [RedisReply] {
    UnsafeBufferPointer(start: reply.element, count: reply.elements).map { element in
      element.map { RedisReply(copying: $0.pointee) } ?? .null
    }
  }

  /// At most 32 characters of A–Z and `_`: what stands before the first blank.
  private static func code(of message: [UInt8]) -> String {
    let word = message.prefix(32).prefix { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
    }
    return word.isEmpty ? "ERR" : String(decoding: word, as: UTF8.self)
  }
}
