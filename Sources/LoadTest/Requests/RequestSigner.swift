import Cryptography
import Encodings

/// Writes signed `Authorization` values of one kind of request into memory that is used again: only
/// id, time, nonce, hash and signature change (docs/http-api.md, "Signing a request").
struct RequestSigner {
  private static let stampByteCount = 10
  private static let hashByteCount = 64
  private static let signatureByteCount = 43
  private static let emptyHash = Hex.encode(SHA256.hash([]))
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The value of the header, complete after `sign`.
  private(set) var header: [UInt8]
  private var message: [UInt8]
  private let idOffset: Int
  private let headerStamp: Int
  private let headerNonce: Int
  private let headerSignature: Int
  private let messageStamp: Int
  private let messageNonce: Int
  private let messageHash: Int
  private var seconds: Int64 = 0
  private let alphabet = RequestSigner.alphabet

  /// - Parameters:
  ///   - id: `app_…` or `cst_…`; others that are set later have the same length.
  ///   - noncePrefix: the part of the nonce that stays.
  init(kind: RequestKind, id: [UInt8], noncePrefix: [UInt8]) {
    let stamp = [UInt8](repeating: UInt8(ascii: "0"), count: Self.stampByteCount)
    let counter = [UInt8](
      repeating: UInt8(ascii: "A"), count: NonceSource.counterCharacterCount)
    let signature = [UInt8](repeating: UInt8(ascii: "A"), count: Self.signatureByteCount)
    header = Array("Countersign id=".utf8)
    idOffset = header.count
    header += id + Array(", ts=".utf8)
    headerStamp = header.count
    header += stamp + Array(", nonce=".utf8) + noncePrefix
    headerNonce = header.count
    header += counter + Array(", sig=".utf8)
    headerSignature = header.count
    header += signature
    message = Array("countersign-v1\n\(kind.method)\n\(kind.target)\n".utf8)
    messageStamp = message.count
    message += stamp + [0x0A] + noncePrefix
    messageNonce = message.count
    message += counter + [0x0A]
    messageHash = message.count
    message += Array(Self.emptyHash.utf8)
  }

  mutating func setID(_ id: [UInt8], from offset: Int, count: Int) {
    for place in 0..<count { header[idOffset + place] = id[offset + place] }
  }

  mutating func setBody(_ body: [UInt8]) {
    message.replaceSubrange(messageHash..., with: Hex.encode(SHA256.hash(body)).utf8)
  }

  mutating func sign(
    _ key: HMACKey, seconds: Int64, nonce: UInt64, _ nonces: NonceSource
  ) {
    if seconds != self.seconds { stamp(seconds) }
    nonces.write(nonce, to: &header, at: headerNonce)
    nonces.write(nonce, to: &message, at: messageNonce)
    writeSignature(key.tag(of: message))
  }

  private mutating func stamp(_ seconds: Int64) {
    precondition((1_000_000_000..<10_000_000_000).contains(seconds), "A time of ten digits.")
    self.seconds = seconds
    for (place, digit) in String(seconds).utf8.enumerated() {
      header[headerStamp + place] = digit
      message[messageStamp + place] = digit
    }
  }

  /// 32 bytes are 42 characters of six bits and one of four.
  private mutating func writeSignature(_ tag: [UInt8]) {
    var place = headerSignature
    for group in 0..<10 {
      let bits = Self.bits(tag[3 * group], tag[3 * group + 1], tag[3 * group + 2])
      for shift in stride(from: 18, through: 0, by: -6) {
        header[place] = alphabet[bits >> shift & 63]
        place += 1
      }
    }
    let last = Self.bits(tag[30], tag[31], 0)
    header[place] = alphabet[last >> 18 & 63]
    header[place + 1] = alphabet[last >> 12 & 63]
    header[place + 2] = alphabet[last >> 6 & 63]
  }

  private static func bits(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    Int(first) << 16 | Int(second) << 8 | Int(third)
  }
}
