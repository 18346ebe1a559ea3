import Instants
import Licensing

/// A refusal as clients see it (RFC 9457): a body and its headers.
public struct Problem: Error, Hashable, Sendable {
  public static let mediaType = "application/problem+json"

  public var code: ProblemCode
  /// For this occurrence, in a sentence; never a value that a client sent, never an inner error.
  public var detail: String
  /// What is wrong where in the body.
  public var errors: [ProblemPointer] = []
  /// In `DEVICE_LIMIT_EXCEEDED` and `DEVICE_UNBOUND`.
  public var licenseID: LicenseID?
  /// In `TIMESTAMP_OUT_OF_WINDOW`.
  public var serverTime: Timestamp?
  /// Where waiting helps: whole seconds, at least 1.
  public var retryAfterSeconds: Int?
  public var rateLimit: ProblemRateLimit?
  /// The methods that `METHOD_NOT_ALLOWED` allows.
  public var allow: [String]?

  public init(_ code: ProblemCode, detail: String? = nil) {
    self.code = code
    self.detail = detail ?? code.title + "."
  }

  public var status: Int { code.status }
}

/// One fault of a body, by its JSON Pointer (RFC 6901).
public struct ProblemPointer: Hashable, Sendable {
  public let pointer: String
  public let detail: String

  public init(_ pointer: String, _ detail: String) {
    self.pointer = pointer
    self.detail = detail
  }
}
