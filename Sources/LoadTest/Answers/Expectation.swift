/// What the claims of an answer must say.
struct Expectation: Sendable {
  let appID: String
  let deviceID: String
  let nonce: String
  /// When the request was sent, by this machine's clock.
  let sentSeconds: Int64
}
