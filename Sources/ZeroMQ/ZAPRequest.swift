/// One question of libzmq about a peer (ZeroMQ RFC 27), behind the envelope of its REQ socket:
/// version, request id, domain, address, identity, mechanism, credentials.
struct ZAPRequest {
  static let maximumFrames = 12

  private let envelope: [UInt8]
  private let version: [UInt8]
  private let requestID: [UInt8]
  /// `nil`: not asked in our version, of our sockets, or by CURVE.
  let curveKey: CurvePublicKey?

  /// `nil`: nothing that can be answered.
  init?(_ message: borrowing ReceivedMessage) {
    let first = 2
    guard message.frameCount >= first + 6, !message.hasTooManyFrames, message.byteCount(of: 1) == 0
    else { return nil }
    envelope = message.bytes(of: 0)
    version = message.bytes(of: first)
    requestID = message.bytes(of: first + 1)
    let isOurs =
      version == Array("1.0".utf8)
      && message.bytes(of: first + 2) == Array(Authenticator.domain.utf8)
      && message.bytes(of: first + 5) == Array("CURVE".utf8)
      && message.frameCount == first + 7
    curveKey = isOurs ? CurvePublicKey(bytes: message.bytes(of: first + 6)) : nil
  }

  /// The user id of a peer that may come in is its key in Z85.
  func answer(isAllowed: Bool) -> [[UInt8]] {
    let userID = isAllowed ? curveKey.map { Array($0.text.utf8) } ?? [] : []
    return [
      envelope, [], version, requestID, Array((isAllowed ? "200" : "400").utf8),
      Array((isAllowed ? "OK" : "Unknown key").utf8), userID, [],
    ]
  }
}
