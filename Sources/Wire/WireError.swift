/// Why bytes are no envelope, or why an envelope cannot become bytes.
public enum WireError: Error, Hashable, CustomStringConvertible {
  /// Not the bytes of an `Envelope`, or more than its limits allow to hold.
  case malformed
  /// A newer peer's kind of message, or none at all.
  case unknownKind
  /// The peer speaks a version from before the oldest that is understood.
  case versionTooOld
  /// A field is longer than `EnvelopeLimits` allows, or there are too many of them.
  case limitExceeded(field: StaticName)
  /// A field holds what it must not: a text with NUL, an id of another length, a header name in
  /// capitals.
  case badValue(field: StaticName)

  /// Names of the schema only, so that no value gets into a log.
  public enum StaticName: String, Sendable {
    case envelope, service, instance, id, method, target, headers, headerName, headerValue
    case clientAddress, traceID, counters, counterName, clockOffsets, storeName, code
  }

  public var isRetryable: Bool { false }

  public var description: String {
    switch self {
    case .malformed: "The bytes are no envelope."
    case .unknownKind: "The envelope's kind is unknown."
    case .versionTooOld: "The envelope's version is too old."
    case .limitExceeded(let field): "The field \(field.rawValue) is beyond its limit."
    case .badValue(let field): "The field \(field.rawValue) holds what it must not."
    }
  }
}
