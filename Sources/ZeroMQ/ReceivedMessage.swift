import CZeroMQ

/// Room for one multipart message, used again for each; its frames are libzmq's memory.
public struct ReceivedMessage: ~Copyable {
  /// More frames than any message of ours has.
  public static let standardMaximumFrames = 4

  public let maximumFrames: Int
  /// Frames of the last message that was received, at most `maximumFrames`.
  public private(set) var frameCount = 0
  /// The message had more frames; the rest was dropped.
  public private(set) var hasTooManyFrames = false
  private let frames: UnsafeMutablePointer<zmq_msg_t>

  public init(maximumFrames: Int = standardMaximumFrames) {
    self.maximumFrames = maximumFrames
    frames = .allocate(capacity: maximumFrames + 1)
    for index in 0...maximumFrames {
      frames.advanced(by: index).initialize(to: zmq_msg_t())
      zmq_msg_init(frames + index)
    }
  }

  deinit {
    for index in 0...maximumFrames { zmq_msg_close(frames + index) }
    frames.deallocate()
  }

  public func byteCount(of index: Int) -> Int {
    zmq_msg_size(frame(index))
  }

  /// Lends frame `index` without a copy.
  public func withFrame<Result: ~Copyable, Failure: Error>(
    _ index: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let frame = frame(index)
    let bytes = UnsafeRawBufferPointer(start: zmq_msg_data(frame), count: zmq_msg_size(frame))
    return try body(bytes.bytes)
  }

  /// A copy of frame `index`.
  public func bytes(of index: Int) -> [UInt8] {
    let frame = frame(index)
    return [UInt8](UnsafeRawBufferPointer(start: zmq_msg_data(frame), count: zmq_msg_size(frame)))
  }

  /// A property of the peer that sent frame `index`, as its handshake and its `Authenticator` say;
  /// `nil` when it has none.
  public func property(_ property: PeerProperty, of index: Int) -> String? {
    zmq_msg_gets(frame(index), property.name).map { String(cString: $0) }
  }

  private func frame(_ index: Int) -> UnsafeMutablePointer<zmq_msg_t> {
    precondition(index >= 0 && index < frameCount, "A message has only the frames it came with.")
    return frames + index
  }

  mutating func clear() {
    frameCount = 0
    hasTooManyFrames = false
  }

  /// Takes the next frame by `receive`, which gives a negative number when there is none.
  /// Returns that number, and whether more follow.
  mutating func takeFrame(
    _ receive: (UnsafeMutablePointer<zmq_msg_t>) -> Int32
  ) -> (result: Int32, hasMore: Bool) {
    let slot = frames + frameCount
    let result = receive(slot)
    guard result >= 0 else { return (result, false) }
    let hasMore = zmq_msg_more(slot) != 0
    if frameCount < maximumFrames { frameCount += 1 } else { hasTooManyFrames = true }
    return (result, hasMore)
  }
}
