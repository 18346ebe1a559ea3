/// What the value of an `Authorization` header is.
public enum Authorization: Hashable, Sendable {
  case signed(RequestSignature)
  /// The text behind `Bearer`, which may be empty.
  case bearer(String)
  case otherScheme
  /// The scheme is ours, the form is not. The reason quotes nothing.
  case malformed(Fault)

  public enum Fault: String, Sendable {
    case parts = "not exactly the four parts id, ts, nonce and sig in this order"
    case id = "id is empty"
    case timestamp = "ts is not of 1 to 12 digits without a leading 0"
    case nonce = "nonce is not 16 to 64 characters of A-Z a-z 0-9 - _"
    case characters = "a character that cannot stand here"
  }

  public static func parse(_ value: [UInt8]) -> Authorization {
    var reader = AuthorizationReader(value)
    let scheme = reader.scheme()
    if AuthorizationReader.isSame(scheme, "countersign") { return parseParts(&reader) }
    guard AuthorizationReader.isSame(scheme, "bearer") else { return .otherScheme }
    return String(validating: reader.rest, as: UTF8.self).map(bearer) ?? .bearer("")
  }

  public static func parse(_ value: String) -> Authorization { parse(Array(value.utf8)) }
}

extension Authorization {
  private static func parseParts(_ reader: inout AuthorizationReader) -> Authorization {
    guard reader.rest.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else {
      return .malformed(.characters)
    }
    guard let id = reader.part("id="), let ts = reader.part("ts="),
      let nonce = reader.part("nonce="), let sig = reader.part("sig="), reader.isAtEnd
    else { return .malformed(.parts) }
    if id.isEmpty { return .malformed(.id) }
    guard let seconds = seconds(ts) else { return .malformed(.timestamp) }
    guard isNonce(nonce) else { return .malformed(.nonce) }
    return .signed(
      RequestSignature(
        signer: SignerID(text: id), ts: seconds, nonce: String(decoding: nonce, as: UTF8.self),
        sig: sig))
  }

  private static func seconds(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard (1...12).contains(digits.count), digits.allSatisfy(isDigit),
      digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// Whether `text` may be a nonce, in this header or in `Countersign-Nonce`.
  public static func isNonce(_ text: String) -> Bool { isNonce(Array(text.utf8)[...]) }

  private static func isNonce(_ text: ArraySlice<UInt8>) -> Bool {
    RequestSignature.nonceLengths.contains(text.count) && text.allSatisfy(isNonceCharacter)
  }

  private static func isNonceCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: isDigit(byte)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
