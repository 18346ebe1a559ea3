import Admin
import Encodings
import HTTPServer
import Instants
import LicenseStore
import Licensing

@testable import Gateway

extension FuzzTarget {
  /// Short texts of one form each: times, addresses, tokens, ids, entity tags.
  static let texts = FuzzTarget(
    name: "texts",
    seeds: [
      "2027-02-28T23:59:60.5+14:00", "2028-02-29", "9999-12-31T23:59:59Z", "192.0.2.1, 10.0.0.1",
      "::ffff:10.1.2.3", "2001:db8::1", "10.0.0.0/8", "lic_aaaaaaaaaaaaa", "\"7\", W/\"8\"", "*",
      "cst_" + String(repeating: "a", count: 32) + "." + String(repeating: "A", count: 43),
      "csk_" + String(repeating: "A", count: 43),
    ].map { Array($0.utf8) },
    check: checkTexts)

  private static let proxies = TrustedProxies(texts: ["10.0.0.0/8", "2001:db8::/33"])

  private static func checkTexts(_ input: [UInt8]) throws {
    try checkCodings(input)
    try checkAddresses(input)
    guard let text = String(validating: input, as: UTF8.self) else { return }
    try checkTimes(text)
    try checkSecrets(text)
    _ = IfMatch(text)
    _ = IdempotencyKey(text)
    if let target = LogTarget(text: text) {
      try hold(target.description == text, "an id has one text")
    }
  }

  private static func checkCodings(_ input: [UInt8]) throws {
    if let bytes = Base64URL.decode(input) {
      try hold(Base64URL.encodeBytes(bytes) == input, "bytes have one text of base 64")
    }
    try hold(Base64URL.decode(Base64URL.encodeBytes(input)) == input, "base 64 keeps all bytes")
    let text = Base32.encode(input)
    try hold(
      Base32.decode(Array(text.utf8), byteCount: input.count) == input, "base 32 keeps all bytes")
  }

  private static func checkAddresses(_ input: [UInt8]) throws {
    let peer = IPAddress(bytes: [10, 0, 0, 1])
    let client = proxies?.client(peer: peer, forwardedFor: [input])
    try hold(client != nil, "a request always has an address")
    let text = String(decoding: input, as: UTF8.self)
    _ = TrustedProxies(texts: [text])
    if let address = IPAddress(text: text) {
      try hold(IPAddress(text: address.description) == address, "an address reads as it is shown")
    }
  }

  private static func checkTimes(_ text: String) throws {
    for instant in [Timestamp(rfc3339: text), Timestamp(expiryText: text)] {
      guard let instant else { continue }
      try hold(Timestamp(rfc3339: instant.rfc3339) == instant, "an instant reads as it is shown")
    }
  }

  private static func checkSecrets(_ text: String) throws {
    if let token = AccessToken(text: text) {
      try hold(token.text.utf8.elementsEqual(text.utf8), "an access token has one text")
    }
    if let secret = OperatorSecret(text: text) {
      try hold(secret.text.utf8.elementsEqual(text.utf8), "an operator key has one text")
    }
  }
}
