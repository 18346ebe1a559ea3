/// Why a text is no acceptable JSON. It never quotes the text, for that may hold secrets.
public struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: String, Sendable {
    case unexpectedEnd = "the text ends too early"
    case unexpectedCharacter = "a character that cannot stand here"
    case trailingBytes = "something follows the value"
    case byteOrderMark = "a byte order mark"
    case tooDeep = "nested too deep"
    case badNumber = "not a number of JSON's grammar"
    case numberTooLarge = "a number beyond a double"
    case controlCharacter = "an unescaped control character in a text"
    case badEscape = "an escape that JSON does not have"
    case loneSurrogate = "half of a surrogate pair"
    case nullCharacter = "U+0000 in a text"
    case badUTF8 = "not UTF-8"
  }

  /// Bytes before the place of the fault.
  public let offset: Int
  public let reason: Reason

  public init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  public var code: String { "JSON_MALFORMED" }
  public var isRetryable: Bool { false }
  public var description: String { "\(reason.rawValue), at byte \(offset)" }
}
