import Cryptography
import Encodings
import Instants
import MessageBus

/// A closed loop: each answer makes room for the next request.
struct DirectLoad {
  private let isVerify: Bool
  private let inFlight: Int
  private let tokenName: String
  private let tokenSecret: SecretBytes
  private let introspection: DirectQuestion
  private let time = SystemTimeSource()
  private let client: DirectClient
  private var outcomes: [String: Int] = [:]
  private var lastNonce: UInt64 = .random(in: 0 ... .max)

  init(
    isVerify: Bool, inFlight: Int, token: String, configuration: DirectClientConfiguration
  ) throws {
    self.isVerify = isVerify
    self.inFlight = inFlight
    let parts = token.split(separator: ".").map(String.init)
    tokenName = parts[0]
    tokenSecret = SecretBytes(Array(parts[1].utf8))
    introspection = .introspect(Array(#"{"access_token":"\#(token)"}"#.utf8))
    client = try DirectClient(configuration)
  }

  mutating func run(seconds: Int64) {
    let patience = time.monotonic() + 10_000
    while !client.isReady && time.monotonic() < patience { _ = client.poll(milliseconds: 100) }
    let start = time.monotonic()
    let end = start + seconds * 1000
    while time.monotonic() < end { turn() }
    let milliseconds = time.monotonic().milliseconds(since: start)
    let answered = outcomes["200"] ?? 0
    print("\(answered * 1000 / Int(max(1, milliseconds))) answers a second; \(outcomes)")
  }

  private mutating func turn() {
    while client.inFlight < inFlight, case .sent = client.submit(next()) {}
    for event in client.poll(milliseconds: 100) {
      switch event {
      case .answered(_, let reply): count("\(reply.status)")
      case .refused(_, let code, _): count(code)
      case .expired: count("expired")
      case .lost: count("lost")
      case .ready, .notReady, .keyRefused: count("\(event)")
      }
    }
  }

  private mutating func count(_ outcome: String) { outcomes[outcome, default: 0] += 1 }

  private mutating func next() -> DirectQuestion {
    guard isVerify else { return introspection }
    lastNonce &+= 1
    let ts = time.now().secondsSinceEpoch
    let nonce = "load-\(String(lastNonce, radix: 36))-0000000000".prefix(30)
    let text = "countersign-v1\nPOST\n/v1/verify\n\(ts)\n\(nonce)\n\(Self.noBody)"
    let tag = HMACSHA256.tag(key: tokenSecret, message: Array(text.utf8))
    let sig = Base64URL.encode(tag)
    let value = "Countersign id=\(tokenName), ts=\(ts), nonce=\(nonce), sig=\(sig)"
    return .verify([BusHeader("authorization", value)], [])
  }

  private static let noBody = Hex.encode(SHA256.hash([]))
}
