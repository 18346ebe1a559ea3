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
    let trimmed = trimBlanks(value[...])
    let scheme = trimmed.prefix { !isBlank($0) }
    let rest = trimBlanks(trimmed.dropFirst(scheme.count))
    switch String(decoding: scheme, as: UTF8.self).lowercased() {
    case "countersign": return parseParts(rest)
    case "bearer": return String(validating: rest, as: UTF8.self).map(bearer) ?? .bearer("")
    default: return .otherScheme
    }
  }

  public static func parse(_ value: String) -> Authorization { parse(Array(value.utf8)) }
}

extension Authorization {
  private static func parseParts(_ text: ArraySlice<UInt8>) -> Authorization {
    guard text.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else {
      return .malformed(.characters)
    }
    let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 4, let id = value(of: "id", in: parts[0]),
      let ts = value(of: "ts", in: parts[1]), let nonce = value(of: "nonce", in: parts[2]),
      let sig = value(of: "sig", in: parts[3])
    else { return .malformed(.parts) }
    return check(id: id, ts: ts, nonce: nonce, sig: sig)
  }

  private static func check(id: String, ts: String, nonce: String, sig: String) -> Authorization {
    if id.isEmpty { return .malformed(.id) }
    guard let seconds = timestamp(ts) else { return .malformed(.timestamp) }
    guard isNonce(nonce) else { return .malformed(.nonce) }
    return .signed(
      RequestSignature(signer: SignerID(text: id), ts: seconds, nonce: nonce, sig: sig))
  }

  private static func value(of name: String, in part: ArraySlice<UInt8>) -> String? {
    let part = trimBlanks(part)
    guard part.starts(with: "\(name)=".utf8) else { return nil }
    return String(decoding: part.dropFirst(name.utf8.count + 1), as: UTF8.self)
  }

  private static func timestamp(_ text: String) -> Int64? {
    let digits = text.utf8
    guard (1...12).contains(digits.count), digits.allSatisfy(isDigit),
      digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    return Int64(text)
  }

  /// Whether `text` may be a nonce, in this header or in `Countersign-Nonce`.
  public static func isNonce(_ text: String) -> Bool {
    RequestSignature.nonceLengths.contains(text.utf8.count)
      && text.utf8.allSatisfy(isNonceCharacter)
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

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func trimBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }
}
