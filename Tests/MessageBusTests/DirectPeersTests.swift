import Instants
import Licensing
import Testing
import Wire
import ZeroMQ

@testable import MessageBus

/// One lane's state machine, and who its peers are.
private struct DirectScene {
  static let key = Array("Bearer csk_a".utf8)
  static let otherKey = Array("Bearer csk_b".utf8)
  static let a = PeerID(number: 1)
  static let b = PeerID(number: 2)

  var peers = DirectPeers(at: Fixtures.monotonic(0))
  var actions: [DirectPeers.Action] = []
  /// Who they are; others are nobody.
  var identities: [PeerID: DirectIdentity] = [
    a: .local(a), b: .local(b),
  ]
  var cap = 4

  mutating func hear(_ envelope: Envelope, from peer: PeerID = a, at milliseconds: Int64 = 0)
    -> [DirectPeers.Action]
  {
    actions = []
    let admission = identities[peer].map {
      DirectPeers.Admission(identity: $0, inFlightCap: cap)
    }
    peers.received(
      envelope, from: peer, at: Fixtures.time(milliseconds), admit: { admission },
      into: &actions)
    return actions
  }

  mutating func ask(
    _ number: Int, _ target: String = "/v1/introspect", key: [UInt8]? = nil,
    from peer: PeerID = a, at milliseconds: Int64 = 0
  ) -> [DirectPeers.Action] {
    hear(Self.request(number, target, key: key), from: peer, at: milliseconds)
  }

  mutating func advance(to milliseconds: Int64) -> [DirectPeers.Action] {
    actions = []
    peers.advance(to: Fixtures.monotonic(milliseconds), into: &actions)
    return actions
  }

  mutating func answer(
    _ actions: [DirectPeers.Action], _ status: Int?, at milliseconds: Int64 = 0
  ) -> DirectVerdict? {
    guard let origin = Self.origin(actions) else { return nil }
    return peers.answered(origin, status: status, at: Fixtures.monotonic(milliseconds))
  }

  /// Heartbeat, key, answer.
  mutating func accept(_ peer: PeerID = a, key: [UInt8] = key, at milliseconds: Int64 = 0) {
    _ = hear(Fixtures.heartbeat(), from: peer, at: milliseconds)
    let taken = ask(99, key: key, from: peer, at: milliseconds)
    #expect(answer(taken, 200, at: milliseconds) == .reply)
  }

  static func request(_ number: Int, _ target: String, key: [UInt8]? = nil) -> Envelope {
    let headers = key.map { [HeaderField(name: "authorization", value: $0)] } ?? []
    return .request(
      RequestHead(
        id: Fixtures.id(number).bytes, method: "POST", target: Array(target.utf8),
        headers: headers, clientAddress: "spoofed", deadlineUnixMilliseconds: 5000,
        traceID: ""))
  }

  static func origin(_ actions: [DirectPeers.Action]) -> DirectOrigin? {
    switch actions.first {
    case .take(let request): request.origin
    case .check(let origin, _): origin
    default: nil
    }
  }

  static func taken(_ actions: [DirectPeers.Action]) -> DirectRequest? {
    if case .take(let request) = actions.first { request } else { nil }
  }

  static func refusal(_ number: Int, _ code: RejectCode, _ peer: PeerID = a)
    -> [DirectPeers.Action]
  { [.refuse(Fixtures.id(number).bytes, code, peer)] }
}

@Suite struct `Direct clients at a lane` {
  private var scene = DirectScene()

  @Test mutating func `whoever said no heartbeat is not known, key or no key`() {
    #expect(scene.ask(1, key: DirectScene.key) == DirectScene.refusal(1, .keyInvalid))
    #expect(scene.peers.peers.isEmpty)
  }

  @Test mutating func `a heartbeat is answered by one`() {
    #expect(scene.hear(Fixtures.heartbeat()) == [.heartbeat(DirectScene.a)])
  }

  @Test mutating func `nothing is answered before the key was accepted`() {
    _ = scene.hear(Fixtures.heartbeat())
    for target in ["/v1/introspect", "/v1/verify", "/v1/activate"] {
      #expect(scene.ask(1, target) == DirectScene.refusal(1, .keyInvalid))
    }
    let shown = scene.ask(2, key: DirectScene.key)
    #expect(DirectScene.taken(shown)?.head.headers.count == 1)
    #expect(scene.ask(3) == DirectScene.refusal(3, .keyInvalid))
    #expect(scene.answer(shown, 200) == .reply)
    #expect(DirectScene.taken(scene.ask(4))?.connectionKey == DirectScene.key)
    #expect(DirectScene.taken(scene.ask(5, "/v1/verify"))?.connectionKey == nil)
  }

  @Test(arguments: [(401, RejectCode.keyInvalid), (403, .scopeMissing)])
  mutating func `a key that is refused accepts nobody`(status: Int, code: RejectCode) {
    _ = scene.hear(Fixtures.heartbeat())
    let shown = scene.ask(1, key: DirectScene.key)
    #expect(scene.answer(shown, status) == .refuse(code))
    #expect(scene.ask(2) == DirectScene.refusal(2, .keyInvalid))
  }

  @Test mutating func `an answer that says nothing of the key accepts nobody`() {
    _ = scene.hear(Fixtures.heartbeat())
    #expect(scene.answer(scene.ask(1, key: DirectScene.key), 503) == .reply)
    #expect(scene.ask(2) == DirectScene.refusal(2, .keyInvalid))
  }

  @Test(arguments: ["/v1/activate", "/v1/config", "/v1/introspectx", "/v1/verify/", "", "/"])
  mutating func `other paths are not allowed`(target: String) {
    scene.accept()
    #expect(scene.ask(1, target) == DirectScene.refusal(1, .notAllowed))
  }

  @Test mutating func `a query may follow a path`() {
    scene.accept()
    #expect(DirectScene.taken(scene.ask(1, "/v1/verify?a=b")) != nil)
  }

  @Test mutating func `a client that was silent for three seconds begins anew`() {
    scene.accept()
    #expect(DirectScene.taken(scene.ask(1, at: 2999)) != nil)
    #expect(scene.ask(2, at: 5999) == DirectScene.refusal(2, .keyInvalid))
    #expect(scene.peers.peers.isEmpty)
  }

  @Test mutating func `silent clients are forgotten without being asked, others get heartbeats`() {
    scene.accept()
    _ = scene.hear(Fixtures.heartbeat(), from: DirectScene.b, at: 2500)
    let beats = scene.advance(to: 3000).filter {
      if case .heartbeat = $0 { true } else { false }
    }
    #expect(beats == [.heartbeat(DirectScene.b)])
    #expect(Array(scene.peers.peers.keys) == [DirectScene.b])
  }

  @Test mutating func `a key that is in use is looked up four times a second, once at a time`() {
    scene.accept()
    scene.accept(DirectScene.b)
    let first = scene.advance(to: 250)
    #expect(first.count == 1)
    #expect(DirectScene.origin(first)?.isKeyCheck == true)
    #expect(scene.advance(to: 500).isEmpty)
    #expect(scene.answer(first, 200, at: 500) == .drop)
    #expect(scene.advance(to: 750).count == 1)
    #expect(DirectScene.taken(scene.ask(1, at: 750)) != nil)
  }

  @Test mutating func `a key that was revoked is lost to all who were accepted with it`() {
    scene.accept()
    scene.accept(DirectScene.b, key: DirectScene.otherKey)
    let checks = scene.advance(to: 250)
    #expect(checks.count == 2)
    for check in checks {
      guard case .check(let origin, DirectScene.key) = check else { continue }
      _ = scene.peers.answered(origin, status: 401, at: Fixtures.monotonic(250))
    }
    #expect(scene.ask(1, "/v1/verify") == DirectScene.refusal(1, .keyInvalid))
    #expect(DirectScene.taken(scene.ask(1, from: DirectScene.b)) != nil)
  }

  @Test mutating func `an outage of the stores costs no client its key`() {
    scene.accept()
    for (time, status) in [(250, 503), (500, nil), (750, 200)] as [(Int64, Int?)] {
      _ = scene.answer(scene.advance(to: time), status, at: time)
      #expect(DirectScene.taken(scene.ask(Int(time), at: time)) != nil)
      _ = scene.answer(scene.actions, 200)
    }
  }

  @Test mutating func `an introspection that finds the key gone takes the connection's key`() {
    scene.accept()
    #expect(scene.answer(scene.ask(1), 401) == .refuse(.keyInvalid))
    #expect(scene.ask(2, "/v1/verify") == DirectScene.refusal(2, .keyInvalid))
  }

  @Test mutating func `a verification's 401 is the device's and leaves the key`() {
    scene.accept()
    #expect(scene.answer(scene.ask(1, "/v1/verify"), 401) == .reply)
    #expect(DirectScene.taken(scene.ask(2)) != nil)
  }

  @Test mutating func `another key may be shown over the same connection`() {
    scene.accept()
    #expect(scene.answer(scene.ask(1, key: DirectScene.otherKey), 200) == .reply)
    #expect(DirectScene.taken(scene.ask(2))?.connectionKey == DirectScene.otherKey)
    #expect(scene.peers.keys.count == 1)
  }

  @Test mutating func `a client has no more in flight than its cap, over all its connections`()
    throws
  {
    let pair = try CurveKeyPair.generate()
    scene.identities = [
      DirectScene.a: .curve(pair.publicKey), DirectScene.b: .curve(pair.publicKey),
    ]
    scene.accept()
    scene.accept(DirectScene.b)
    let taken = (1...4).map { scene.ask($0, from: $0 % 2 == 0 ? DirectScene.a : DirectScene.b) }
    #expect(taken.allSatisfy { DirectScene.taken($0) != nil })
    #expect(scene.ask(5) == DirectScene.refusal(5, .tooMany))
    _ = scene.answer(taken[0], 200)
    #expect(DirectScene.taken(scene.ask(6)) != nil)
    #expect(scene.ask(7) == DirectScene.refusal(7, .tooMany))
    if let origin = DirectScene.origin(taken[1]) { scene.peers.notTaken(origin) }
    #expect(DirectScene.taken(scene.ask(8)) != nil)
  }

  @Test mutating func `the same request id of two clients is two requests`() throws {
    let pair = try CurveKeyPair.generate()
    scene.identities[DirectScene.b] = .curve(pair.publicKey)
    scene.accept()
    scene.accept(DirectScene.b)
    let first = DirectScene.taken(scene.ask(1))
    let second = DirectScene.taken(scene.ask(1, from: DirectScene.b))
    #expect(first?.id != second?.id)
    #expect(first?.origin.requestID == second?.origin.requestID)
    #expect(first?.id != Fixtures.id(1) && second?.id != Fixtures.id(1))
    #expect(DirectScene.taken(scene.ask(1, from: DirectScene.b))?.id == second?.id)
  }

  @Test mutating func `a key that is not on the list is nobody`() {
    scene.identities = [:]
    #expect(scene.hear(Fixtures.heartbeat()) == [.refuse([], .notAllowed, DirectScene.a)])
  }

  @Test mutating func `who leaves the list is forgotten, who stays gets its new cap`() throws {
    let keys = try (0..<2).map { _ in try CurveKeyPair.generate().publicKey }
    scene.identities = [DirectScene.a: .curve(keys[0]), DirectScene.b: .curve(keys[1])]
    scene.accept()
    scene.accept(DirectScene.b)
    scene.peers.keepOnly { $0 == .curve(keys[1]) ? 1 : nil }
    #expect(scene.ask(1) == DirectScene.refusal(1, .keyInvalid))
    #expect(DirectScene.taken(scene.ask(1, from: DirectScene.b)) != nil)
    #expect(
      scene.ask(2, from: DirectScene.b) == DirectScene.refusal(2, .tooMany, DirectScene.b))
  }

  @Test mutating func `connections are bounded`() {
    for number in 1...UInt32(DirectRules.peers) {
      let peer = PeerID(number: number)
      scene.identities[peer] = .local(peer)
      _ = scene.hear(Fixtures.heartbeat(), from: peer)
    }
    let late = PeerID(number: 5000)
    scene.identities[late] = .local(late)
    #expect(scene.hear(Fixtures.heartbeat(), from: late) == [.refuse([], .tooMany, late)])
  }

  @Test mutating func `connections of one CURVE key are bounded`() throws {
    let key = try CurveKeyPair.generate().publicKey
    for number in 1...UInt32(DirectRules.peersOfOneClient + 1) {
      scene.identities[PeerID(number: number)] = .curve(key)
      _ = scene.hear(Fixtures.heartbeat(), from: PeerID(number: number))
    }
    #expect(scene.peers.peers.count == DirectRules.peersOfOneClient)
  }

  @Test mutating func `nothing is kept of who has gone`() {
    scene.accept()
    let taken = scene.ask(1)
    scene.peers.went(DirectScene.a)
    #expect(scene.peers.keys.isEmpty)
    #expect(scene.answer(taken, 200) == .drop)
    #expect(scene.peers.clients.isEmpty)
    #expect(scene.peers.nextWake == .never)
  }

  @Test mutating func `a deadline is read in this process' clock`() {
    _ = scene.hear(Fixtures.heartbeat(clock: 4000), at: 100)
    let taken = DirectScene.taken(scene.ask(1, key: DirectScene.key, at: 300))
    #expect(taken?.deadline == Fixtures.monotonic(1100))
  }

  @Test mutating func `a stop is told, what comes before the echo is taken, then nothing`() {
    scene.accept()
    scene.actions = []
    scene.peers.beginDrain(at: Fixtures.monotonic(0), into: &scene.actions)
    #expect(scene.actions == [.drain(DirectScene.a)])
    #expect(DirectScene.taken(scene.ask(1)) != nil)
    #expect(!scene.peers.isDrained)
    _ = scene.hear(.drain)
    #expect(scene.peers.isDrained)
    #expect(scene.ask(2).isEmpty)
  }

  @Test mutating func `a client that does not echo a stop is waited for three seconds`() {
    scene.accept()
    scene.peers.beginDrain(at: Fixtures.monotonic(0), into: &scene.actions)
    _ = scene.hear(Fixtures.heartbeat(), at: 2000)
    _ = scene.advance(to: 2999)
    #expect(!scene.peers.isDrained)
    _ = scene.advance(to: 3000)
    #expect(scene.peers.isDrained)
    #expect(scene.ask(1, "/v1/verify", at: 3000) == DirectScene.refusal(1, .tooLate))
    #expect(scene.peers.nextWake > Fixtures.monotonic(3000))
  }

  @Test mutating func `who comes during a stop is told of it`() {
    scene.peers.beginDrain(at: Fixtures.monotonic(0), into: &scene.actions)
    #expect(
      scene.hear(Fixtures.heartbeat()) == [.heartbeat(DirectScene.a), .drain(DirectScene.a)])
  }

  @Test mutating func `who comes when all is done is refused`() {
    scene.peers.beginDrain(at: Fixtures.monotonic(0), into: &scene.actions)
    #expect(scene.peers.isDrained)
    scene.peers.endDrain()
    _ = scene.hear(Fixtures.heartbeat())
    #expect(scene.ask(1, key: DirectScene.key) == DirectScene.refusal(1, .tooLate))
  }

  @Test mutating func `messages out of place are counted and change nothing`() {
    scene.accept()
    for envelope in [Fixtures.reply(1), .ready(Ready(service: "", instance: "", capacity: 0))] {
      #expect(scene.hear(envelope).isEmpty)
    }
    #expect(scene.hear(.drain).isEmpty)
    #expect(scene.peers.misplacedMessages == 3)
    #expect(DirectScene.taken(scene.ask(1)) != nil)
  }
}
