import Glibc
import Testing

@testable import ZeroMQ

/// A server and clients in contexts of their own, moved on by the test's thread.
private struct CurveScene: ~Copyable {
  let serverKeys: CurveKeyPair
  private var authenticator: Authenticator
  let server: Socket
  let endpoint: String
  private let clientContext: ZMQContext
  private var message = ReceivedMessage()

  static func make() throws -> CurveScene {
    let context = try ZMQContext()
    let keys = try CurveKeyPair.generate()
    let authenticator = try Authenticator.open(in: context)
    var options = SocketOptions()
    options.security = .curveServer(keys.secretKey)
    options.lingerMilliseconds = 0
    let server = try Socket.open(.router, in: context, options: options)
    try server.bind("tcp://127.0.0.1:*")
    let endpoint = try server.lastEndpoint()
    let clients = try ZMQContext()
    return CurveScene(keys, authenticator, server, endpoint, clients)
  }

  private init(
    _ serverKeys: CurveKeyPair, _ authenticator: consuming Authenticator,
    _ server: consuming Socket, _ endpoint: String, _ clientContext: ZMQContext
  ) {
    self.serverKeys = serverKeys
    self.authenticator = authenticator
    self.server = server
    self.endpoint = endpoint
    self.clientContext = clientContext
  }

  func client(_ security: SocketSecurity) throws -> Socket {
    var options = SocketOptions()
    options.security = security
    options.lingerMilliseconds = 0
    let socket = try Socket.open(.dealer, in: clientContext, options: options)
    try socket.connect(endpoint)
    return socket
  }

  /// Moves all on until the server has a message of the client's: its sender's user id.
  mutating func userID(of client: borrowing Socket, allowing keys: Set<CurvePublicKey>) throws
    -> String?
  {
    var isSent = false
    for _ in 0..<400 {
      try authenticator.answerAll(keys.contains)
      let bytes: [UInt8] = [7]
      if !isSent { isSent = try client.send(bytes.span.bytes) == .sent }
      if try server.receive(into: &message) { return message.property(.userID, of: 1) ?? "" }
      try wait(for: client)
    }
    return nil
  }

  /// Moves all on until the authenticator has refused somebody.
  mutating func isRefused(_ client: borrowing Socket, allowing keys: Set<CurvePublicKey>) throws
    -> Bool
  {
    for _ in 0..<400 {
      try authenticator.answerAll(keys.contains)
      if authenticator.refused > 0 { return try !client.events().isWritable }
      try wait(for: client)
    }
    return false
  }

  /// Whether the client's socket gets a connection while nobody is asked to be let in.
  mutating func isEverConnected(_ client: borrowing Socket) throws -> Bool {
    for _ in 0..<20 {
      try authenticator.answerAll { _ in true }
      if try client.events().isWritable { return true }
      try wait(for: client)
    }
    return false
  }

  private func wait(for client: borrowing Socket) throws {
    var entries = try [
      authenticator.fileDescriptor(), server.fileDescriptor(), client.fileDescriptor(),
    ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&entries, nfds_t(entries.count), 25)
    // An edge-triggered descriptor stays readable until the socket's state was looked at.
    _ = try client.events()
    _ = try server.events()
  }
}

@Suite struct `CURVE` {
  @Test func `a listed key comes in and is named to the server by its text`() throws {
    var scene = try CurveScene.make()
    let keys = try CurveKeyPair.generate()
    let client = try scene.client(.curveClient(server: scene.serverKeys.publicKey, own: keys))
    let userID = try scene.userID(of: client, allowing: [keys.publicKey])
    #expect(userID == keys.publicKey.text)
  }

  @Test func `a key that is not listed gets no connection`() throws {
    var scene = try CurveScene.make()
    let keys = try CurveKeyPair.generate()
    let other = try CurveKeyPair.generate()
    let client = try scene.client(.curveClient(server: scene.serverKeys.publicKey, own: keys))
    let isRefused = try scene.isRefused(client, allowing: [other.publicKey])
    #expect(isRefused)
  }

  @Test func `a peer without CURVE gets no connection`() throws {
    var scene = try CurveScene.make()
    let client = try scene.client(.none)
    let isConnected = try scene.isEverConnected(client)
    #expect(!isConnected)
  }

  @Test func `a client that expects another server key gets no connection`() throws {
    var scene = try CurveScene.make()
    let keys = try CurveKeyPair.generate()
    let wrong = try CurveKeyPair.generate().publicKey
    let client = try scene.client(.curveClient(server: wrong, own: keys))
    let isConnected = try scene.isEverConnected(client)
    #expect(!isConnected)
  }

  @Test func `without an authenticator no server is made`() throws {
    let context = try ZMQContext()
    var options = SocketOptions()
    options.security = .curveServer(try CurveKeyPair.generate().secretKey)
    var code: ZeroMQError.Code?
    do throws(ZeroMQError) {
      _ = try Socket.open(.router, in: context, options: options)
    } catch {
      code = error.code
    }
    #expect(code == .noAuthenticator)
  }

  @Test func `when the authenticator has gone nobody comes in`() throws {
    let context = try ZMQContext()
    let pair = try CurveKeyPair.generate()
    var options = SocketOptions()
    options.lingerMilliseconds = 0
    options.security = .curveServer(pair.secretKey)
    let authenticator = try Authenticator.open(in: context)
    let server = try Socket.open(.router, in: context, options: options)
    _ = consume authenticator
    try server.bind("tcp://127.0.0.1:*")
    options.security = .curveClient(server: pair.publicKey, own: try .generate())
    let client = try Socket.open(.dealer, in: context, options: options)
    try client.connect(server.lastEndpoint())
    for _ in 0..<20 {
      var entry = pollfd(fd: try client.fileDescriptor(), events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, 25)
      let events = try client.events()
      #expect(!events.isWritable)
    }
  }

  @Test func `a secret key gives its public half, and shows itself nowhere`() throws {
    let pair = try CurveKeyPair.generate()
    #expect(try CurveKeyPair(pair.secretKey).publicKey == pair.publicKey)
    #expect("\(pair.secretKey)" == "<secret>")
    #expect(!"\(pair)".contains(pair.secretKey.text))
    var dumped = ""
    dump(pair, to: &dumped)
    #expect(!dumped.contains(pair.secretKey.text))
  }

  /// ZeroMQ RFC 26, "Test Vectors".
  @Test func `keys are Z85 text of 32 bytes`() throws {
    let text = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"
    let bytes: [UInt8] = [
      0xBB, 0x88, 0x47, 0x1D, 0x65, 0xE2, 0x65, 0x9B, 0x30, 0xC5, 0x5A, 0x53, 0x21, 0xCE, 0xBB,
      0x5A, 0xAB, 0x2B, 0x70, 0xA3, 0x98, 0x64, 0x5C, 0x26, 0xDC, 0xA2, 0xB2, 0xFC, 0xB4, 0x3F,
      0xC5, 0x18,
    ]
    #expect(CurvePublicKey(text: text) == CurvePublicKey(bytes: bytes))
    #expect(CurvePublicKey(text: text)?.text == text)
    #expect(CurvePublicKey(bytes: [1, 2, 3]) == nil)
  }

  @Test(arguments: [
    "", "short", String(repeating: " ", count: 40), String(repeating: "ä", count: 20),
  ])
  func `other texts are no keys`(text: String) {
    #expect(CurvePublicKey(text: text) == nil)
    #expect(CurveSecretKey(text: text) == nil)
  }
}
