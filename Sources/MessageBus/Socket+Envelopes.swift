import Wire
import ZeroMQ

/// How a message of the bus is made of frames: the envelope, and the body where there is one.
extension Socket {
  /// Sends the envelope that was encoded last.
  func send(_ encoder: EnvelopeEncoder, body: [UInt8]) throws(ZeroMQError) -> SendOutcome {
    let outcome = try encoder.withBytes { bytes throws(ZeroMQError) in
      try send(bytes, hasMore: !body.isEmpty)
    }
    guard outcome == .sent, !body.isEmpty else { return outcome }
    return try send(body.span.bytes)
  }

  /// As above, from a socket that has many peers.
  func send(
    _ encoder: EnvelopeEncoder, body: [UInt8], to peer: PeerID
  ) throws(ZeroMQError) -> SendOutcome {
    let outcome = try peer.withBytes { bytes throws(ZeroMQError) in
      try send(bytes, hasMore: true)
    }
    guard outcome == .sent else { return outcome }
    return try send(encoder, body: body)
  }
}
