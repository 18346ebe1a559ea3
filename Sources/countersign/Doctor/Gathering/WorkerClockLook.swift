import HTTPLoad
import Instants
import JSON

/// Asks a worker of each service for its time, by a request whose timestamp lies far back: it is
/// refused before anything is looked up, and the refusal carries the server's time (signing.md).
struct WorkerClockLook {
  private static let calls: [(service: String, target: String, signer: String)] = [
    ("activation", "/v1/activate", "app_" + String(repeating: "a", count: 13)),
    ("renewal", "/v1/renew", "app_" + String(repeating: "a", count: 13)),
    ("verification", "/v1/verify", "cst_" + String(repeating: "a", count: 32)),
  ]

  /// Where apps call; `nil`: not known.
  let url: String?
  let time: any TimeSource

  private var isBehindTLS: Bool { url?.hasPrefix("https://") == true }

  func facts() -> [WorkerClockFacts] {
    Self.calls.map { call in
      isBehindTLS
        ? WorkerClockFacts(service: call.service, clock: .notNamed, isBehindTLS: true)
        : WorkerClockFacts(service: call.service, clock: clock(call.target, call.signer))
    }
  }

  private func clock(_ target: String, _ signer: String) -> DoctorFacts.Answer<ClockFacts> {
    guard let url else { return .notNamed }
    do throws(HTTPLoadFault) {
      let address = try ServerAddress(url: url)
      let sentAt = time.wall().value
      let answer = try OneCall.send(
        Self.request(target, signer, address), to: address,
        timeout: GatewayLook.timeoutNanoseconds, bodyLimitBytes: 64 * 1024)
      let receivedAt = time.wall().value
      guard let theirs = Self.serverTime(answer.body) else {
        return .none(reason: "status \(answer.status)")
      }
      return .value(
        ClockFacts(
          theirs: theirs.secondsSinceEpoch * 1000, sentAt: sentAt, receivedAt: receivedAt,
          resolutionMilliseconds: 1000))
    } catch {
      return .none(reason: error.description)
    }
  }

  private static func request(
    _ target: String, _ signer: String, _ address: ServerAddress
  ) -> [UInt8] {
    let signature = String(repeating: "A", count: 43)
    let head = """
      POST \(target) HTTP/1.1\r
      Host: \(address.authority)\r
      Authorization: Countersign id=\(signer), ts=1, nonce=doctor-asks-the-time, sig=\(signature)\r
      Content-Type: application/json\r
      Content-Length: 2\r
      \r
      {}
      """
    return Array(head.utf8)
  }

  static func serverTime(_ body: [UInt8]) -> Timestamp? {
    (try? JSON.parse(body))?["server_time"]?.string.flatMap { Timestamp(rfc3339: $0) }
  }
}
