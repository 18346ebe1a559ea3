import HTTPLoad
import Instants

/// Activates the devices of a load test, over many connections at once.
final class Enrolment: ConnectionReceiver {
  private static let connectionLimit = 32
  /// Refusals and lost connections in all, before it gives up.
  private static let failureLimit = 1_000
  /// Without a single answer.
  private static let silenceLimit: Int64 = 30_000_000_000

  private let transport: HTTPTransport
  private let watcher: any LoadWatcher
  private let wanted: Int
  private let codes: [String]
  private var cast: LoadCast
  private var signer: RequestSigner
  private var nonces = NonceSource()
  /// The number of the device that each connection activates.
  private var away: [Int?]
  private var next = 0
  private var again: [Int] = []
  private var failures = 0
  private var lastAnswerAt = MonotonicClock.now()
  private var fault: SetupFault?

  init(
    plan: LoadPlan, address: ServerAddress, cast: LoadCast, codes: [String],
    watcher: any LoadWatcher
  ) throws(HTTPLoadFault) {
    let count = min(Self.connectionLimit, plan.devices)
    transport = try HTTPTransport(
      address, connections: count, timeoutSeconds: plan.timeoutSeconds,
      asksForBatchProofs: plan.asksForBatchProofs)
    self.watcher = watcher
    self.cast = cast
    self.codes = codes
    wanted = plan.devices
    signer = RequestSigner(
      kind: .activate, id: Array(cast.appID.utf8), noncePrefix: nonces.prefix)
    away = Array(repeating: nil, count: count)
  }

  /// The cast with its devices and their tokens.
  func run() throws(SetupFault) -> LoadCast {
    var noteAt: Int64 = 0
    while cast.devices.count < wanted {
      let now = MonotonicClock.now()
      if now >= noteAt {
        watcher.note("devices", done: cast.devices.count, of: wanted)
        noteAt = now + 500_000_000
      }
      transport.wait(until: now + 500_000_000, for: self)
      if let fault { throw fault }
      if now - lastAnswerAt > Self.silenceLimit { throw SetupFault("activations: no answer") }
    }
    watcher.note("devices", done: cast.devices.count, of: wanted)
    return cast
  }

  func ready(_ slot: Int) { send(slot) }

  func answered(_ slot: Int, _ answer: borrowing Answer) {
    lastAnswerAt = answer.receivedAt
    guard let device = away[slot] else { return }
    away[slot] = nil
    let token = answer.text(
      behind: AnswerLook.accessToken, limitBytes: TokenTable.tokenByteCount)
    if answer.status == 200, let token, TokenTable.isToken(token) {
      keep(device, token)
    } else if answer.status >= 500 {
      retry(device, AnswerLook.reason(answer))
    } else {
      fault = SetupFault("an activation was answered \(AnswerLook.reason(answer))")
    }
    send(slot)
  }

  func failed(_ slot: Int, hadRequest: Bool, _ fault: HTTPLoadFault) {
    if let device = away[slot] { again.append(device) }
    away[slot] = nil
    countFailure(fault.description)
  }

  private func retry(_ device: Int, _ reason: String) {
    again.append(device)
    countFailure(reason)
  }

  private func countFailure(_ reason: String) {
    failures += 1
    if failures > Self.failureLimit { fault = SetupFault("activations: \(reason)") }
  }

  private func keep(_ device: Int, _ token: [UInt8]) {
    cast.devices.append(device)
    cast.codes.append(code(of: device))
    cast.tokens.append(token)
  }

  private func code(of device: Int) -> String { codes[device % codes.count] }

  private func send(_ slot: Int) {
    guard let device = again.popLast() ?? nextDevice() else { return }
    away[slot] = device
    let name = cast.deviceNames.name(device, .enrolled)
    let body = Array(#"{"code":"\#(code(of: device))","device":{"id":"\#(name)"}}"#.utf8)
    signer.setBody(body)
    let seconds = SystemTimeSource().wall().timestamp.secondsSinceEpoch
    signer.sign(cast.appKey, seconds: seconds, nonce: nonces.next(), nonces)
    transport.send(
      slot, LoadRequest(kind: .activate, authorization: signer.header, body: body))
  }

  private func nextDevice() -> Int? {
    guard next < wanted else { return nil }
    defer { next += 1 }
    return next
  }
}
