import Glibc
import TestClient
import TestCluster
import Wire
import ZeroMQ

/// A direct client whose every message a test writes itself. Knows the frames and nothing of
/// `DirectClient`.
public final class DirectHand {
  public enum Outcome: Equatable, Sendable {
    case reply(Int, Json)
    case reject(String)
    /// Nothing came in time.
    case silence
  }

  public static let patience = 10.0

  private let context: ZMQContext
  private let socket: Socket
  private let encoder = EnvelopeEncoder()
  private let decoder = EnvelopeDecoder()
  private var message = ReceivedMessage()
  /// Messages of other kinds than reply and reject, in the order they came.
  public private(set) var heard: [Envelope] = []
  private var outcomes: [[UInt8]: Outcome] = [:]

  public init(_ endpoint: String, _ security: SocketSecurity) throws {
    context = try ZMQContext()
    var options = SocketOptions()
    options.lingerMilliseconds = 0
    options.security = security
    socket = try Socket.open(.dealer, in: context, options: options)
    try socket.connect(endpoint)
  }

  /// Says whether the socket took it in time: it takes nothing without a connection.
  public func say(
    _ envelope: Envelope, _ body: [UInt8] = [], upTo seconds: Double = patience
  ) throws -> Bool {
    try encoder.encode(envelope)
    return try sayBytes(encoder.bytes, body, upTo: seconds)
  }

  public func sayBytes(
    _ bytes: [UInt8], _ body: [UInt8] = [], upTo seconds: Double = patience
  ) throws -> Bool {
    try Patience.wait(upTo: seconds) {
      _ = try socket.events()
      guard try socket.send(bytes.span.bytes, hasMore: !body.isEmpty) == .sent else {
        return false
      }
      return try body.isEmpty || socket.send(body.span.bytes) == .sent
    }
  }

  public func greet(upTo seconds: Double = patience) throws -> Bool {
    try say(.heartbeat(Heartbeat(clockUnixMilliseconds: Self.wallMilliseconds)), upTo: seconds)
  }

  /// Takes what has arrived; says whether anything had.
  @discardableResult
  public func listen() throws -> Bool {
    var hasHeard = false
    while try socket.receive(into: &message) {
      hasHeard = true
      let body = message.frameCount == 2 ? message.bytes(of: 1) : []
      let envelope = try decoder.decode(message.bytes(of: 0))
      switch envelope {
      case .reply(let head):
        let json = (try? JsonReader.read(body)) ?? .absent
        outcomes[head.id] = .reply(Int(head.status), json)
      case .reject(let reject): outcomes[reject.id] = .reject(reject.code.text)
      default: heard.append(envelope)
      }
    }
    return hasHeard
  }

  /// Sends a request and does not wait.
  public func send(
    _ target: String, _ body: [UInt8] = [], headers: [HeaderField] = [],
    id: [UInt8] = TestCrypto.randomBytes(16), deadlineMilliseconds: Int64 = 10_000
  ) throws -> [UInt8] {
    let head = RequestHead(
      id: id, method: "POST", target: Array(target.utf8), headers: headers, clientAddress: "",
      deadlineUnixMilliseconds: UInt64(Int64(Self.wallMilliseconds) + deadlineMilliseconds),
      traceID: "")
    guard try say(.request(head), body) else { throw ClusterFault.notReady("no connection") }
    return id
  }

  public func outcome(of id: [UInt8], upTo seconds: Double = patience) throws -> Outcome {
    try Patience.wait(upTo: seconds) {
      try listen()
      return outcomes.removeValue(forKey: id)
    } ?? .silence
  }

  /// In their order, within one limit for all.
  public func outcomes(of ids: [[UInt8]], upTo seconds: Double = patience) throws -> [Outcome] {
    _ = try Patience.wait(upTo: seconds) {
      try listen()
      return ids.allSatisfy { outcomes[$0] != nil }
    }
    return ids.map { outcomes.removeValue(forKey: $0) ?? .silence }
  }

  public func ask(
    _ target: String, _ body: [UInt8] = [], headers: [HeaderField] = []
  ) throws -> Outcome {
    try outcome(of: try send(target, body, headers: headers))
  }

  public func introspect(_ token: String, key: String? = nil) throws -> Outcome {
    try ask(
      "/v1/introspect", (["access_token": .text(token)] as Json).bytes,
      headers: key.map { [HeaderField("authorization", "Bearer \($0)")] } ?? [])
  }

  /// A heartbeat and an operator key.
  public func present(_ key: String) throws -> Outcome {
    guard try greet() else { return .silence }
    return try introspect("none", key: key)
  }

  private static var wallMilliseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }
}

extension DirectHand.Outcome {
  public static let accepted = DirectHand.Outcome.reply(
    200, ["active": false, "code": "TOKEN_INVALID"])

  public var code: String? {
    switch self {
    case .reply(_, let json): json["code"].string
    case .reject(let code): code
    case .silence: nil
    }
  }
}
