/// Makes the requests of one thread, each kind in memory of its own.
struct RequestMaker {
  /// What a request was about, to judge its answer by.
  struct Subject {
    /// A place among the cast's devices, or the number of a device that is being activated.
    var device = 0
    var nonce: UInt64 = 0
  }

  private static let introspectStart = Array(#"{"access_token":""#.utf8)

  private(set) var cast: LoadCast
  private(set) var nonces = NonceSource()
  /// By `RequestKind.rawValue`.
  private var bodies = RequestKind.allCases.map { _ in [UInt8]() }
  private var signers: [RequestSigner]
  private let bearer: [UInt8]
  private var nextDevice: [Int]

  init(_ cast: LoadCast) {
    self.cast = cast
    let prefix = nonces.prefix
    let token = Array("cst_".utf8) + [UInt8](repeating: 0, count: TokenTable.idByteCount - 4)
    signers = RequestKind.allCases.map { kind in
      let id = kind == .verify || kind == .config ? token : Array(cast.appID.utf8)
      return RequestSigner(kind: kind, id: id, noncePrefix: prefix)
    }
    nextDevice = RequestKind.allCases.map { _ in 0 }
    bearer = Array("Bearer \(cast.operatorKey)".utf8)
    bodies[RequestKind.introspect.rawValue] =
      Self.introspectStart + [UInt8](repeating: 0, count: TokenTable.tokenByteCount)
      + Array(#""}"#.utf8)
  }

  /// Makes the next request of a kind; `nil`: there is no code for another activation.
  mutating func make(_ kind: RequestKind, seconds: Int64) -> Subject? {
    switch kind {
    case .verify, .config: signedByToken(kind, seconds)
    case .renew: renewal(seconds)
    case .activate: activation(seconds)
    case .introspect: introspection()
    case .healthz: Subject()
    }
  }

  /// The request of this kind that was made last. Let go of it before the next is made: the two
  /// share their memory.
  func request(_ kind: RequestKind) -> LoadRequest {
    let authorization =
      switch kind {
      case .verify, .config, .renew, .activate: signers[kind.rawValue].header
      case .introspect: bearer
      case .healthz: [UInt8]()
      }
    return LoadRequest(kind: kind, authorization: authorization, body: bodies[kind.rawValue])
  }

  mutating func keep(token: [UInt8], of device: Int) { cast.tokens.replace(device, by: token) }

  private mutating func turn(_ kind: RequestKind) -> Int {
    let device = nextDevice[kind.rawValue]
    nextDevice[kind.rawValue] = device + 1 == cast.devices.count ? 0 : device + 1
    return device
  }

  private mutating func signedByToken(_ kind: RequestKind, _ seconds: Int64) -> Subject {
    let subject = Subject(device: turn(kind), nonce: nonces.next())
    cast.tokens.sign(
      subject.device, &signers[kind.rawValue], seconds: seconds, nonce: subject.nonce, nonces)
    return subject
  }

  private mutating func renewal(_ seconds: Int64) -> Subject {
    let device = turn(.renew)
    return signedByApp(
      .renew, code: cast.codes[device],
      device: cast.deviceNames.name(cast.devices[device], .enrolled), number: device, seconds)
  }

  private mutating func activation(_ seconds: Int64) -> Subject? {
    guard let next = cast.activations.next() else { return nil }
    return signedByApp(
      .activate, code: next.code, device: cast.deviceNames.name(next.device, .activated),
      number: next.device, seconds)
  }

  private mutating func introspection() -> Subject {
    let device = turn(.introspect)
    cast.tokens.write(
      device, to: &bodies[RequestKind.introspect.rawValue], at: Self.introspectStart.count)
    return Subject(device: device)
  }

  /// Activations and renewals; a few allocations are nothing beside what they cost the server.
  private mutating func signedByApp(
    _ kind: RequestKind, code: String, device: String, number: Int, _ seconds: Int64
  ) -> Subject {
    let body = Array(#"{"code":"\#(code)","device":{"id":"\#(device)"}}"#.utf8)
    let nonce = nonces.next()
    signers[kind.rawValue].setBody(body)
    signers[kind.rawValue].sign(cast.appKey, seconds: seconds, nonce: nonce, nonces)
    bodies[kind.rawValue] = body
    return Subject(device: number, nonce: nonce)
  }
}
