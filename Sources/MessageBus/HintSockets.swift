import ZeroMQ

/// A lane's ears for hints, and the first lane's voice. A hint that is lost or malformed is
/// nothing but a little time, so troubles here stop nobody.
struct HintSockets: ~Copyable {
  private var subscriber: Socket?
  private var publisher: Socket?
  private(set) var descriptor: Int32?

  init(_ lane: LaneDescription, in context: ZMQContext) throws(ZeroMQError) {
    subscriber = nil
    publisher = nil
    descriptor = nil
    if !lane.hintSources.isEmpty {
      let socket = try Self.subscriber(to: lane.hintSources, in: context)
      descriptor = try socket.fileDescriptor()
      subscriber = consume socket
    }
    if let endpoint = lane.hintEndpoint {
      let socket = try Socket.open(.publisher, in: context, options: Self.options)
      try socket.bind(endpoint)
      publisher = consume socket
    }
  }

  private static var options: SocketOptions {
    var options = SocketOptions()
    options.maximumFrameBytes = Int64(BusRules.frameBytes)
    options.isImmediate = false
    return options
  }

  private static func subscriber(
    to sources: [String], in context: ZMQContext
  ) throws(ZeroMQError) -> Socket {
    let socket = try Socket.open(.subscriber, in: context, options: options)
    try socket.subscribe(prefix: "")
    for source in sources { try socket.connect(source) }
    return socket
  }

  var isReadable: Bool {
    guard subscriber != nil else { return false }
    return (try? subscriber!.isReadableInSilence()) ?? false
  }

  /// Appends all hints that have arrived, up to a bound.
  mutating func receive(into hints: inout [BusEvent], _ message: inout ReceivedMessage) {
    guard subscriber != nil else { return }
    for _ in 0..<BusRules.waitingHints {
      guard (try? subscriber!.receive(into: &message)) == true else { return }
      guard message.frameCount == 2,
        let topic = String(validating: message.bytes(of: 0), as: UTF8.self)
      else { continue }
      hints.append(BusEvent(topic: topic, event: message.bytes(of: 1)))
    }
  }

  mutating func publish(_ event: BusEvent) {
    guard publisher != nil, event.event.count <= BusRules.frameBytes else { return }
    let topic = Array(event.topic.utf8)
    guard (try? publisher!.send(topic.span.bytes, hasMore: true)) == .sent else { return }
    _ = try? publisher!.send(event.event.span.bytes)
  }
}
