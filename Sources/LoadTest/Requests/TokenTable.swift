import Cryptography

/// The access tokens of devices in one piece of memory, with their keys made ready.
struct TokenTable: Sendable {
  /// `cst_` and 32 characters.
  static let idByteCount = 36
  static let secretByteCount = 43
  static let tokenByteCount = idByteCount + 1 + secretByteCount

  private var texts: [UInt8] = []
  private var keys: [HMACKey] = []

  var count: Int { keys.count }

  /// Whether this is an access token in form.
  static func isToken(_ text: [UInt8]) -> Bool {
    text.count == tokenByteCount && text.starts(with: "cst_".utf8)
      && text[idByteCount] == UInt8(ascii: ".")
  }

  mutating func append(_ token: [UInt8]) {
    precondition(Self.isToken(token), "Only tokens are kept here.")
    texts += token
    keys.append(Self.key(of: token))
  }

  mutating func replace(_ place: Int, by token: [UInt8]) {
    precondition(Self.isToken(token), "Only tokens are kept here.")
    texts.replaceSubrange(range(place), with: token)
    keys[place] = Self.key(of: token)
  }

  /// The whole token.
  func text(_ place: Int) -> ArraySlice<UInt8> { texts[range(place)] }

  /// Writes the whole token over what stands there.
  func write(_ place: Int, to text: inout [UInt8], at offset: Int) {
    let start = place * Self.tokenByteCount
    for byte in 0..<Self.tokenByteCount { text[offset + byte] = texts[start + byte] }
  }

  /// Puts the id of a token into a signer and signs with it.
  func sign(
    _ place: Int, _ signer: inout RequestSigner, seconds: Int64, nonce: UInt64,
    _ nonces: NonceSource
  ) {
    signer.setID(texts, from: place * Self.tokenByteCount, count: Self.idByteCount)
    signer.sign(keys[place], seconds: seconds, nonce: nonce, nonces)
  }

  private func range(_ place: Int) -> Range<Int> {
    place * Self.tokenByteCount..<(place + 1) * Self.tokenByteCount
  }

  private static func key(of token: [UInt8]) -> HMACKey {
    HMACKey(Array(token[(idByteCount + 1)...]))
  }
}
