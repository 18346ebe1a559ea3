import Instants
import Licensing
import MessageBus

/// Requests of apps and devices.
extension WorkerBench {
  public static let device = "device-0001"

  /// Any 16 characters that were not used before.
  public static func nonce() -> String {
    String(RequestID.random().description.dropFirst(4))
  }

  public func signed(
    _ signer: CallSigner, _ method: String, _ target: String, _ body: String = "",
    headers: [(String, String)] = [], id: RequestID = .random(), nonce: String = nonce(),
    secondsAgo: Int64 = 0
  ) -> BusRequest {
    let ts = time.now().secondsSinceEpoch - secondsAgo
    let authorization = signer.authorization(
      method, target, Array(body.utf8), ts: ts, nonce: nonce)
    return .make(
      method, target, body, headers: headers + [("authorization", authorization)], id: id,
      receivedAt: time.monotonic())
  }

  public func activate(
    _ license: License, _ device: String = device, id: RequestID = .random(),
    nonce: String = nonce()
  ) throws -> BusRequest {
    try seat("/v1/activate", license, device, id: id, nonce: nonce)
  }

  public func renew(
    _ license: License, _ device: String = device, id: RequestID = .random(),
    nonce: String = nonce()
  ) throws -> BusRequest {
    try seat("/v1/renew", license, device, id: id, nonce: nonce)
  }

  private func seat(
    _ path: String, _ license: License, _ device: String, id: RequestID, nonce: String
  ) throws -> BusRequest {
    let body = #"{"code":"\#(license.code.display)","device":{"id":"\#(device)"}}"#
    return signed(try signer(of: license.appID), "POST", path, body, id: id, nonce: nonce)
  }

  public func verify(
    _ token: String, _ body: String = "", id: RequestID = .random(), nonce: String = nonce(),
    secondsAgo: Int64 = 0
  ) -> BusRequest {
    signed(
      CallSigner(token: token), "POST", "/v1/verify", body, id: id, nonce: nonce,
      secondsAgo: secondsAgo)
  }
}
